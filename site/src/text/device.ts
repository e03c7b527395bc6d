/** The texts of alerts on this device: fetched with their part of a runner's page. */
import { chosenLanguage } from "./choice";
import type { device as english } from "./en/device";
import type { Language } from "./text";

/** Every text of it, in the shape that every language has. */
export type DeviceText = typeof english;

/** The texts in the language of the visit. There once {@link withDeviceText} has brought them, which the part waits for. */
export let device: DeviceText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ device: DeviceText }>>> = {
  en: () => import("./en/device"),
  es: () => import("./es/device"),
};

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export async function withDeviceText<Code>(code: () => Promise<Code>): Promise<Code> {
  const [loaded, texts] = await Promise.all([code(), LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en)]);
  ({ device } = texts);
  return loaded;
}
