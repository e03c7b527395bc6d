/** Writes one line of the report. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
