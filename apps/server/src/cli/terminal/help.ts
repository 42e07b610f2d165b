/** Returns the examples of a help page. */
export function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ media-library ${line}`)].join('\n')
}
