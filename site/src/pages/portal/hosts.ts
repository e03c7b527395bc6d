/** Hosts that may use a key (api.md 3.1 "allowed_hosts"). */
import type { staff } from "../../text/staff";

/** Why a text cannot be a host as browsers write it. */
export type HostProblem = keyof typeof staff.keys.hostProblems;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The hosts of a comma-separated list. */
export function splitHosts(written: string): string[] {
  return written
    .split(",")
    .map((host) => host.trim())
    .filter((host) => host !== "");
}

/** A host as browsers write it, or what is wrong with it. */
export function readHost(typed: string): { host: string } | { problem: HostProblem } {
  const trimmed = typed.trim().replace(/\.$/, "");
  if (/\s/.test(trimmed)) return { problem: "blank" };
  if (trimmed.includes("*")) return { problem: "wildcard" };
  if (/[/?#@\\]/.test(trimmed)) return { problem: "address" };
  if (/^[^:]*:[0-9]*$|\]:/.test(trimmed)) return { problem: "port" };
  const host = hostnameOf(trimmed);
  return isHost(host) ? { host } : { problem: "odd" };
}

/** Lower case, other scripts as browsers send them; "" if it is no host. */
function hostnameOf(typed: string): string {
  try {
    return new URL(`http://${typed}`).hostname;
  } catch {
    return "";
  }
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) return true;
  return host.length <= 253 && host.split(".").every((label) => LABEL.test(label));
}

/** Hosts of a key that, as written, no browser ever sends, such as whole addresses. */
export function hostsThatNeverMatch(hosts: readonly string[]): string[] {
  return hosts.filter((host) => "problem" in readHost(host));
}

/** A list with the typed hosts, separated by commas, or what is wrong with one of them. */
export function withTyped(
  hosts: readonly string[],
  typed: string,
): { hosts: string[] } | { problem: HostProblem } {
  const all = [...hosts];
  for (const part of splitHosts(typed)) {
    const read = readHost(part);
    if ("problem" in read) return read;
    if (!all.some((known) => known.toLowerCase() === read.host)) all.push(read.host);
  }
  return { hosts: all };
}
