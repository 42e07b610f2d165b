import type { Config } from '../config/config.js'

/** A problem keeps the service or a part of it from working; a warning may become one. */
export type Verdict = 'ok' | 'warning' | 'problem'

/** What a check found; `remedy` says how to repair it, or is null when nothing is broken. */
export interface Finding {
  verdict: Verdict
  detail: string
  remedy: string | null
}

/** Examines one part of a library's environment and changes nothing. An error that it throws is a problem. */
export type Check = (config: Config) => Promise<Finding>

export function ok(detail: string): Finding {
  return { verdict: 'ok', detail, remedy: null }
}
export function warning(detail: string, remedy: string): Finding {
  return { verdict: 'warning', detail, remedy }
}
export function problem(detail: string, remedy: string): Finding {
  return { verdict: 'problem', detail, remedy }
}
