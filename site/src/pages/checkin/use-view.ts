import { useState } from "react";
import type { CheckinState } from "../../checkin/checkin";
import { type View, viewOf } from "../../checkin/view";

/** The list as it is shown, made anew only when people or edits change. */
export function useView({ people, queue }: CheckinState): View {
  const [kept, keep] = useState(() => ({ people, queue, view: viewOf({ people, queue }) }));
  if (kept.people === people && kept.queue === queue) return kept.view;
  const view = viewOf({ people, queue }, kept.view);
  keep({ people, queue, view });
  return view;
}
