/** Prints a line for the person who waits, on standard error: standard output is for results. */
export function say(line: string) {
  return process.stderr.write(`${line}\n`)
}
