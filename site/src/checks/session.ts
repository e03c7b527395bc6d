/** Which answers to login and refresh count as signed in (pages.md B5.2). */

/** True when a parsed answer holds a non-empty `access_token` text; any JSON may be given. */
export function isSession(answer: unknown): answer is { access_token: string } {
  if (typeof answer !== "object" || answer === null || !("access_token" in answer)) return false;
  return typeof answer.access_token === "string" && answer.access_token !== "";
}
