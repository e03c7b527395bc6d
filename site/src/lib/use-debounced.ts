import { useEffect, useRef, useState } from "react";

/**
 * A text as it is being typed, passed on after a pause of `delay`. When the settled text changes
 * from outside (a link, the back button, a button that clears it), the shown text follows it, and
 * what is still waiting is dropped. The third value returned is a function that passes on at once
 * what is still waiting, before the page is left.
 */
export function useDebounced(
  settled: string,
  settle: (text: string) => void,
  delay = 100,
): [string, (text: string) => void, () => void] {
  const [typed, setTyped] = useState(settled);
  const [seen, setSeen] = useState(settled);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(settle);
  const passedOn = useRef(settled);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (settled !== passedOn.current) clearTimeout(timer.current);
    passedOn.current = settled;
  }, [settled]);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (settled !== seen) {
    setSeen(settled);
    setTyped(settled);
  }
  const handOn = (text: string) => {
    setSeen(text);
    passedOn.current = text;
    latest.current(text);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(handOn, delay, text);
  };
  const now = () => {
    clearTimeout(timer.current);
    if (typed !== settled) handOn(typed);
  };
  return [typed, type, now];
}
