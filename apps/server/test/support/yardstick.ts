/** What the work takes on the machine on which the limits of the tests were written. */
const USUAL_MS = 70

/** A machine that is busier than that when the tests start will be less so later. */
const MOST = 5

/** How many times as long as usual this machine takes over some work now: at least 1. All limits of time are multiples of it. */
export function measureSlowness(): number {
  const startedAt = performance.now()
  const assets = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `photo ${id}`, tags: ['a', 'b'] }))
  JSON.parse(JSON.stringify(assets))
  return Math.min(MOST, Math.max(1, (performance.now() - startedAt) / USUAL_MS))
}

/** The same, as the configuration of the tests measured it when they started. */
export const SLOWNESS = Number(process.env['SLOWNESS'] ?? 1)
