import { useState } from "react";
import { text } from "../../text/text";

/** Hands an address to the device's share sheet; without one copies it and says so (pages.md D4). */
export function useShare(): { said: string; share: (title: string, address: string) => Promise<void> } {
  const [said, say] = useState("");
  const share = async (title: string, address: string) => {
    const url = new URL(address, window.location.origin).href;
    try {
      if (typeof navigator.share === "function") await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        say(text.tools.copied);
      }
    } catch {
      // The visitor closed the share sheet, or the clipboard is not allowed: the address bar has the address.
    }
  };
  return { said, share };
}
