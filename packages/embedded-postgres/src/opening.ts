import { setTimeout as sleep } from 'node:timers/promises'

/** The means by which a caller aborts the waits of opening a database, and learns about long ones. */
export interface Opening {
  /** Aborts every wait with its reason. */
  signal: AbortSignal
  /** Receives a message about a wait that takes longer than a person expects. */
  notice(line: string): void
}

/** Waits without a limit and without messages. */
export const unlimited: Opening = { signal: new AbortController().signal, notice: () => {} }

const NOTICE_MS = 3_000

/** Does work, and notifies the caller when it takes longer than a person expects. */
export async function noticing<Result>(work: Promise<Result>, line: string, { notice }: Opening): Promise<Result> {
  const timer = setTimeout(notice, NOTICE_MS, line)
  return work.finally(() => clearTimeout(timer))
}

/** Waits for a while. Throws the reason of the signal when it aborts first. */
export async function pause(milliseconds: number, { signal }: Opening): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}
