/** Whether the tests run at their full length, which takes long or needs a machine of their own. */
export const isLong = Boolean(process.env['LONG_TESTS'])

/** Says what was measured, where a person looks at it. */
export const report = (name: string, figures: Record<string, number | string>): void => {
  const shown = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`)
  process.stdout.write(`${name}: ${shown.join(', ')}\n`)
}
