/** The part of a help page that shows commands as they are typed. */
export function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ media-library ${line}`)].join('\n')
}
