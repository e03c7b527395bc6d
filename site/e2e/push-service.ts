/**
 * The tests' own push service: it hands out endpoints with keys and accepts what is sent there, as
 * a browser's service does (RFC 8030, 8291, 8292).
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { PATIENCE_MS } from "./patience";

/** A message as received, decrypted with the keys that the service handed out. */
export interface Delivered {
  message: string;
  headers: IncomingMessage["headers"];
  /** The public key that the sender signed with, base64url, and the sender's claims. */
  key: string;
  claims: { aud: string; exp: number; sub?: string };
}

/** A browser's subscription, as its push service would issue it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushService {
  /** A new endpoint with its keys. */
  subscribe: () => Subscription;
  /** The next message for an endpoint. */
  delivered: (endpoint: string) => Promise<Delivered>;
  /** How many messages came for an endpoint. */
  count: (endpoint: string) => number;
  /** From now on the service no longer knows the endpoint. */
  forget: (endpoint: string) => void;
  close: () => void;
}

interface Endpoint {
  ecdh: ECDH;
  auth: Buffer;
  delivered: Delivered[];
  gone: boolean;
}

/** Opens the service on this machine. */
export async function openPushService(): Promise<PushService> {
  const known = new Map<string, Endpoint>();
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const found = known.get(request.url ?? "");
      const status =
        found === undefined || found.gone ? 410 : take(found, request, Buffer.concat(parts));
      answer.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function take(to: Endpoint, request: IncomingMessage, body: Buffer): number {
    const signed = claimsOf(request.headers.authorization ?? "");
    if (signed === null || signed.claims.aud !== origin || signed.claims.exp * 1000 < Date.now())
      return 403;
    if (
      request.method !== "POST" ||
      request.headers["content-encoding"] !== "aes128gcm" ||
      !/^\d+$/.test(String(request.headers.ttl))
    )
      return 400;
    to.delivered.push({ message: decrypt(to, body), headers: request.headers, ...signed });
    return 201;
  }

  const of = (endpoint: string) => known.get(endpoint.slice(origin.length));
  return {
    subscribe() {
      const ecdh = createECDH("prime256v1");
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      known.set(path, { ecdh, auth, delivered: [], gone: false });
      return {
        endpoint: origin + path,
        keys: { p256dh: ecdh.generateKeys("base64url"), auth: auth.toString("base64url") },
      };
    },
    async delivered(endpoint) {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
        const next = of(endpoint)?.delivered.shift();
        if (next !== undefined) return next;
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
      throw new Error("No push came.");
    },
    count: (endpoint) => of(endpoint)?.delivered.length ?? 0,
    forget(endpoint) {
      const found = of(endpoint);
      if (found !== undefined) found.gone = true;
    },
    close: () => void server.close(),
  };
}

/** The message of one record (RFC 8188, RFC 8291). */
function decrypt({ ecdh, auth }: Endpoint, body: Buffer): string {
  const length = body.readUInt8(20);
  const [salt, theirs, record] = [
    body.subarray(0, 16),
    body.subarray(21, 21 + length),
    body.subarray(21 + length),
  ];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(theirs), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = text.lastIndexOf(2);
  return text.subarray(0, end).toString("utf8");
}

/** The sender, if the signature is by the key beside it (RFC 8292). */
function claimsOf(authorization: string): Pick<Delivered, "key" | "claims"> | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return null;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: jwk, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return signed
    ? {
        key,
        claims: JSON.parse(Buffer.from(claims, "base64url").toString()) as Delivered["claims"],
      }
    : null;
}
