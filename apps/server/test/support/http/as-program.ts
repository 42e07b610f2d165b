import { createClient, isProblem, type ProblemError } from '@media-library/client'
import type { Problem } from '@media-library/contract'
import { expect } from 'vitest'

/** Creates the client of a user as a program has it, which throws problems. It repeats nothing. */
export function asProgram({ url }: { url: string }, { apiKey }: { apiKey: string }) {
  return createClient({ baseUrl: url, apiKey, retries: 0 })
}

/** Returns the error with which a call of a client fails. */
export function catchError(call: PromiseLike<unknown>): Promise<ProblemError> {
  return Promise.resolve(call).then(
    () => expect.fail('nothing failed'),
    (error: unknown) => (isProblem(error) ? error : expect.fail(String(error))),
  )
}

/** Returns the problem that answers a call of a client. */
export async function catchProblem(call: PromiseLike<unknown>): Promise<Problem> {
  return (await catchError(call)).problem
}

/** Returns the outcome of each id of a list. */
export function toOutcomes(results: { success: boolean; error?: string | undefined }[]): string[] {
  return results.map(({ success, error }) => (success ? 'success' : String(error)))
}
