import { api, toFieldErrors } from '@media-library/contract'
import { createCall } from './call/call.js'
import { type Client, createOperations } from './client.js'
import { MediaLibraryError } from './error.js'
import type { ClientOptions } from './options.js'

export * from './index.js'

/** The part of a schema of the contract that is used here. */
interface Schema {
  safeParse(value: unknown): { error?: { issues: Parameters<typeof toFieldErrors>[1] } | undefined }
}

/** The number of deviations that a message names. */
const SHOWN = 5

/**
 * Creates the same client, which rejects an answer that the contract does not allow, with an error that says where it
 * deviates.
 */
export function createClient(options: ClientOptions): Client {
  const call = createCall(options)
  return createOperations(async (operation, request, callOptions) => {
    const answer = await call(operation, request, callOptions)
    // The contract describes neither the parts of an upload nor the routes of a newer service.
    if (operation === 'request' || request.instead) return answer
    const schema = Object.entries<unknown>(api[operation].responses).find(
      ([status]) => Number(status) === answer.status,
    )?.[1]
    if (!isSchema(schema)) return answer
    const { error } = schema.safeParse(answer.body)
    if (!error) return answer
    const faults = toFieldErrors('', error.issues, answer.body)
    const places = faults.slice(0, SHOWN).map(({ pointer, detail }) => `${pointer || 'the body'} ${detail}`)
    const more = faults.length > SHOWN ? `, and ${faults.length - SHOWN} more` : ''
    throw new MediaLibraryError(
      `${operation}: the answer does not match the contract: ${places.join(', ')}${more}. Check that client and service have the same version.`,
      {
        code: 'unexpected_answer',
        operation,
        status: answer.status,
        requestId: answer.headers.get('x-request-id') ?? undefined,
        cause: error,
      },
    )
  }, options.baseUrl)
}

/** Returns whether an answer of the contract has a schema: files and empty answers have none. */
function isSchema(answer: unknown): answer is Schema {
  return typeof answer === 'object' && answer !== null && 'safeParse' in answer
}
