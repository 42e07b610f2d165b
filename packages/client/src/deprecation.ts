const warned = new Set<string>()

/** Prints a warning once, however many clients there are. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return
  warned.add(message)
  // biome-ignore lint/suspicious/noConsole: the person who has to change the program reads it
  console.warn(message)
}
