/** Random names. The browser's own function (randomUUID) exists only on secure origins. */

/** 16 random bytes in hexadecimal. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** A whole number from 1 to 2^40: thousands of them add up to one that is still exact. */
export function randomGap(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 8) * 2 ** 32 + low + 1;
}
