/** A sentence of a document, in English; text in backticks is code. */
export function Prose({ children }: { children: string }) {
  const parts = children
    .split("`")
    .map((part, place) => ({ part, place, isCode: place % 2 === 1 }));
  return (
    <span lang="en">
      {parts.map(({ part, place, isCode }) => (isCode ? <code key={place}>{part}</code> : part))}
    </span>
  );
}
