import { createInterface } from 'node:readline/promises'
import { UserError } from '../../errors.js'
import { printableLines } from './listing.js'

/** Prints a message on standard error, without what controls the terminal. Standard output is reserved for results. */
export function say(text: string) {
  return process.stderr.write(`${printableLines(text)}\n`)
}

/** Formats a number with its noun: `1 album`, `2 albums`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns the examples of a help page: commands, each after the variables that it needs. */
export function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => line.replace(/^([A-Z\d_]+=\S+ )*/, '  $ $&media-library '))].join(
    '\n',
  )
}

/** Asks a question on the terminal. Returns the first line of the input, trimmed, in lower case. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  lines.setPrompt(question)
  lines.prompt()
  for await (const line of lines) return line.trim().toLowerCase()
  return ''
}

/** Throws a UserError unless the answer is yes. */
export async function confirm(question: string): Promise<void> {
  if (!['y', 'yes'].includes(await ask(`${question} [y/N] `)))
    throw new UserError('nothing was deleted: the answer is not yes. `--yes` deletes without asking.')
}

/** Formats a number of bytes with its unit: `1.2 GB`. */
export function toSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}

/** Formats a number of bytes with the unit in which people give limits: `50 GiB`. */
export function toLimit(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${Number((bytes / 1_024 ** power).toFixed(3))} ${units[power]}`
}
