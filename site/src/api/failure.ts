/** Why something could not be loaded; status 0 is a network failure. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: number;
  /** How many seconds the server asked to wait before the next try; 0 when it did not. */
  readonly retryAfter: number;

  constructor(status: number, message = "", retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Any thrown value as a Failure; texts of the JSON parser are never shown. */
export function asFailure(thrown: unknown): Failure {
  return thrown instanceof Failure ? thrown : new Failure(0);
}
