/** The OpenAPI documents of both hosts, as far as `/api-docs` shows them. */
import { config } from "./config";
import { Failure } from "./failure";

/** The two hosts. */
export type HostName = "account" | "remote";

/** A schema, a reference to one, or a choice of them. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  pattern?: string;
  maxLength?: number;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** A request or response body, or a reference to one. */
export interface Body {
  $ref?: string;
  description?: string;
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

/** One call. */
export interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  requestBody?: Body;
  responses: Readonly<Record<string, Body>>;
  security?: readonly Readonly<Record<string, unknown>>[];
}

export interface ApiDocument {
  info: { title: string; version: string; description: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Body>>;
    securitySchemes: Readonly<Record<string, { description?: string }>>;
  };
}

/** The base address of a host's calls, without a trailing slash. */
export function baseOf(host: HostName): string {
  return new URL(
    host === "remote" ? config().remoteApi : config().api,
    window.location.href,
  ).href.replace(/\/$/, "");
}

export function addressOf(host: HostName): string {
  return `${baseOf(host)}/openapi.json`;
}

export async function readDocument(host: HostName): Promise<ApiDocument> {
  const answer = await fetch(addressOf(host)).catch(() => {
    throw new Failure(0);
  });
  if (!answer.ok) throw new Failure(answer.status);
  return (await answer.json()) as ApiDocument;
}
