import { setTimeout as sleep } from 'node:timers/promises'

/** How whoever opens a database ends its waits, and hears what it waits for. */
export interface Opening {
  /** Ends every wait, with its reason. */
  signal: AbortSignal
  /** Told what is waited for, once that takes longer than a person expects. */
  notice(line: string): void
}

/** Waits as long as they take, and says nothing. */
export const patient: Opening = { signal: new AbortController().signal, notice: () => {} }

/** A while of a wait; throws the reason of the signal when that comes first. */
export async function pause(milliseconds: number, { signal }: Opening): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}
