/** Tells the person who waits; standard output is for answers. */
export const say = (line: string) => process.stderr.write(`${line}\n`)
