/** Prints a message on standard error. Standard output is reserved for results. */
export function say(line: string) {
  return process.stderr.write(`${line}\n`)
}
