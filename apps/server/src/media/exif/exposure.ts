/** In seconds. Of longer times, only 1/2 and 1/3 are usual as fractions: cameras show 0.6 s as it is. */
const LONGEST_FRACTION = 0.25001

/**
 * Writes an exposure in seconds as cameras show it: `1/100`, `1/3`, `0.6`, `2.5`. Null when it is not a positive time.
 */
export function toExposure(value: unknown): string | null {
  const seconds = toSeconds(value)
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  const fraction = 1 / seconds
  const isFraction = seconds <= LONGEST_FRACTION || (seconds < 1 && isNearlyWhole(fraction))
  return isFraction ? `1/${Math.round(fraction)}` : String(Number(seconds.toFixed(1)))
}

/** Cameras round 1/3 s to 0.333 s or 333/1000 s. */
function isNearlyWhole(fraction: number) {
  return Math.round(fraction) > 1 && Math.abs(fraction - Math.round(fraction)) < 0.02
}

/** Some programs write the fraction itself as text. */
function toSeconds(value: unknown): number {
  const [, dividend, divisor] = /^(\d+)\/(\d+)$/.exec(String(value)) ?? []
  return dividend && divisor ? Number(dividend) / Number(divisor) : Number.parseFloat(String(value))
}
