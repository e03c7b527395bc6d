/** Random names. The browser's own function (randomUUID) exists only on secure origins. */

/** 16 random bytes in hexadecimal. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
