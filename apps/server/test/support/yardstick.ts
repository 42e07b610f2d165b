/** The time of the work on the machine on which the limits of the tests were written. */
const USUAL_MS = 70

/** A machine that is busier than that when the tests start will be less so later. */
const MOST = 5

/** Measures how many times as long as usual this machine takes over some work now: at least 1. All time limits are multiples of it. */
export function measureSlowness(): number {
  const startedAt = performance.now()
  const assets = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `photo ${id}`, tags: ['a', 'b'] }))
  JSON.parse(JSON.stringify(assets))
  return Math.min(MOST, Math.max(1, (performance.now() - startedAt) / USUAL_MS))
}

/** The slowness that the configuration of the tests measured when they started. */
export const SLOWNESS = Number(process.env['SLOWNESS'] ?? 1)
