/** Encryption of what is kept on the device, with a key that never leaves it (pages.md D8). */

/** Something encrypted. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Encrypts texts. `label` says what a text is: under another one it does not open. */
export interface Cipher {
  seal: (text: string, label: string) => Promise<Sealed>;
  open: (sealed: Sealed, label: string) => Promise<string>;
}

/** A key as it is kept; where the browser has cryptography, not even a script can read it. */
export type Key = CryptoKey | Uint8Array<ArrayBuffer>;

const ALGORITHM = "AES-GCM";
const NONCE_BYTES = 12;
const KEY_BITS = 256;

/** Whether the browser has its own encryption. It has only on secure origins. */
function hasOwn(): boolean {
  return typeof crypto.subtle === "object";
}

export async function makeKey(): Promise<Key> {
  if (!hasOwn()) return crypto.getRandomValues(new Uint8Array(KEY_BITS / 8));
  return crypto.subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, false, [
    "encrypt",
    "decrypt",
  ]);
}

/** AES-GCM with a key of {@link makeKey}. */
export async function cipherWith(key: Key): Promise<Cipher> {
  return key instanceof Uint8Array ? ciphersOfLibrary(key) : ciphersOfBrowser(key);
}

function withNonce(nonce: Uint8Array<ArrayBuffer>, label: string): AesGcmParams {
  return { name: ALGORITHM, iv: nonce, additionalData: encoder.encode(label) };
}

function ciphersOfBrowser(key: CryptoKey): Cipher {
  return {
    seal: async (text, label) => {
      const nonce = newNonce();
      return {
        nonce,
        bytes: new Uint8Array(
          await crypto.subtle.encrypt(withNonce(nonce, label), key, encoder.encode(text)),
        ),
      };
    },
    open: async ({ nonce, bytes }, label) =>
      decoder.decode(await crypto.subtle.decrypt(withNonce(nonce, label), key, bytes)),
  };
}

async function ciphersOfLibrary(key: Uint8Array<ArrayBuffer>): Promise<Cipher> {
  const { gcm } = await import("@noble/ciphers/aes.js");
  return {
    seal: async (text, label) => {
      const nonce = newNonce();
      return { nonce, bytes: gcm(key, nonce, encoder.encode(label)).encrypt(encoder.encode(text)) };
    },
    open: async ({ nonce, bytes }, label) =>
      decoder.decode(gcm(key, nonce, encoder.encode(label)).decrypt(bytes)),
  };
}

function newNonce(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
