/** Numbers from 1 on, and what follows from a number: the same in every run. */
export function createSequence(seed: number) {
  let count = 0
  const group = seed.toString(16).padStart(4, '0').slice(-4)
  return {
    next: (): number => {
      count += 1
      return count
    },
    /** A UUID of version 7. */
    idOf: (number: number): string => `0190f3c0-${group}-7000-8000-${number.toString(16).padStart(12, '0')}`,
    /** ISO 8601, each a minute after the one before. */
    timeOf: (number: number): string => new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString(),
  }
}
