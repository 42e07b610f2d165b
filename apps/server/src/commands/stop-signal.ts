/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve()
        process.once(signal, () => process.exit(130))
      })
    }
  })
