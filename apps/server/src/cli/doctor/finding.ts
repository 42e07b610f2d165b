import type { Config } from '../../config/config.js'

/**
 * The verdict of a check. A problem stops the service or a part of it from working. A warning may become a problem. A skipped check may
 * hide either.
 */
export type Verdict = 'ok' | 'skipped' | 'warning' | 'problem'

/** The result of a check. `remedy` says how to fix a problem; it is null when there is none. */
export interface Finding {
  verdict: Verdict
  detail: string
  remedy: string | null
}

/** Checks one part of a library's environment and changes nothing. A thrown error counts as a problem. */
export type Check = (config: Config) => Promise<Finding>

export function ok(detail: string): Finding {
  return { verdict: 'ok', detail, remedy: null }
}
export function skipped(detail: string): Finding {
  return { verdict: 'skipped', detail, remedy: null }
}
export function warning(detail: string, remedy: string): Finding {
  return { verdict: 'warning', detail, remedy }
}
export function problem(detail: string, remedy: string): Finding {
  return { verdict: 'problem', detail, remedy }
}
