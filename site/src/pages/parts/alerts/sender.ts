import type { Config } from "../../../api/config";
import type { Sender } from "../../../text/en/consent";

/** Who sends the alerts of this deployment: its operator, or the product if none is named. */
export function senderOf({ operator, product, support }: Config): Sender {
  return { name: operator === "" ? product : operator, support };
}
