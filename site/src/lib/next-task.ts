/** Lets the browser draw and answer the visitor between two pieces of work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
