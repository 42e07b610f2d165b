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

export const ok = (detail: string): Finding => ({ verdict: 'ok', detail, remedy: null })
export const warning = (detail: string, remedy: string): Finding => ({ verdict: 'warning', detail, remedy })
export const problem = (detail: string, remedy: string): Finding => ({ verdict: 'problem', detail, remedy })
