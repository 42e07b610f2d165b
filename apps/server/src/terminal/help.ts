/** The part of a help page that shows commands as they are typed. */
export const examples = (...lines: string[]): string =>
  ['', 'Examples:', ...lines.map((line) => `  $ media-library ${line}`)].join('\n')
