import { useState } from "react";
import { text } from "../../../text/text";

/** Shares an address by the device, else copies it, else shows it (pages.md D4). */
export function useShare(): {
  said: string;
  share: (title: string, address: string) => Promise<void>;
} {
  const [said, say] = useState("");
  const share = async (title: string, address: string) => {
    const url = new URL(address, window.location.origin).href;
    // Cleared first, so that repeating it is announced again.
    say("");
    try {
      if (typeof navigator.share === "function") await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        say(text.tools.copied);
      }
    } catch (thrown) {
      // AbortError: the visitor closed the share sheet.
      if (!(thrown instanceof DOMException && thrown.name === "AbortError"))
        say(text.tools.copyThis(url));
    }
  };
  return { said, share };
}
