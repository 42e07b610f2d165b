import type { Config } from '../config.js'

/** A problem keeps the service, or a part of it, from working; a warning may do so one day. */
export type Verdict = 'ok' | 'warning' | 'problem'

/** What a check found; `remedy` says how to mend it, null where nothing is to be mended. */
export interface Finding {
  verdict: Verdict
  detail: string
  remedy: string | null
}

/** Looks at one part of a library's surroundings and changes nothing. What it throws is a problem. */
export type Check = (config: Config) => Promise<Finding>

export const ok = (detail: string): Finding => ({ verdict: 'ok', detail, remedy: null })
export const warning = (detail: string, remedy: string): Finding => ({ verdict: 'warning', detail, remedy })
export const problem = (detail: string, remedy: string): Finding => ({ verdict: 'problem', detail, remedy })
