/** Permission, subscription, and its runners (pages.md C6, "Alerts on this device"). */
import { addDevice, type AlertedRunner, pushKey, removeDevice } from "../../../api/push";

/** The state of alerts on this device, or what prevents them. */
export type DeviceState = "on" | "off" | "denied" | "install" | "unable";

/** The runners this browser has subscribed to: the server does not know visitors. */
const KEY = "deviceAlerts";

function nameOf({ slug, year, bib, first, last }: AlertedRunner): string {
  return JSON.stringify([slug, year, bib, first, last]);
}

function remembered(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Names that cannot be kept are shown as off the next time; pressing again renews them. */
function remember(names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // see above
  }
}

/** Only sites on its home screen may notify. An iPad says it is a Mac, but has touch points. */
function isApplesBrowser(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/** The current state of alerts about this runner. Prompts for nothing. */
export async function deviceState(runner: AlertedRunner): Promise<DeviceState> {
  if (
    !("serviceWorker" in navigator && "PushManager" in window && typeof Notification === "function")
  ) {
    return isApplesBrowser() ? "install" : "unable";
  }
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || !remembered().includes(nameOf(runner))) return "off";
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription === undefined || subscription === null ? "off" : "on";
}

/** Asks for permission, which browsers allow only in response to a press, then subscribes. */
export async function turnOn(runner: AlertedRunner, language: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const [{ pushManager }, key] = await Promise.all([navigator.serviceWorker.ready, pushKey()]);
  const subscription = await subscribed(pushManager, bytesOf(key));
  await addDevice(runner, subscription.toJSON(), language);
  remember([...new Set([...remembered(), nameOf(runner)])]);
  return "on";
}

/** The browser's subscription for the key; one for another key is in the way and removed. */
async function subscribed(
  manager: PushManager,
  key: Uint8Array<ArrayBuffer>,
): Promise<PushSubscription> {
  const found = await manager.getSubscription();
  if (found !== null) {
    const its = found.options.applicationServerKey;
    if (its !== null && sameBytes(new Uint8Array(its), key)) return found;
    await found.unsubscribe();
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Ends the alerts about this runner; with the last one the browser's subscription, too. */
export async function turnOff(runner: AlertedRunner): Promise<DeviceState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null)
    await removeDevice(runner, subscription.endpoint);
  const others = remembered().filter((name) => name !== nameOf(runner));
  remember(others);
  if (others.length === 0) await subscription?.unsubscribe();
  return "off";
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** The bytes of a text in base64url. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
}
