/** Prints a line for the person who waits, on standard error: standard output is for results. */
export const say = (line: string) => process.stderr.write(`${line}\n`)
