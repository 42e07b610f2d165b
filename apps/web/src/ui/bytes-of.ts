const units = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes as people say it. */
export function bytesOf(bytes: number): string {
  let value = bytes / 1_000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[unit]}`
}
