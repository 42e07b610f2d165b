import { exampleOfAnswer, respond } from './answer.js'
import { Refusal } from './ask.js'
import { operations } from './operations.js'
import { type Asked, factsOf } from './request.js'

/** Creates a function that runs operations. It answers a request with a known Idempotency-Key with the first answer. */
export function createRunner(): (asked: Asked) => Promise<Response> {
  const firstAnswers = new Map<string, { body: string; answer: Response }>()
  return async (asked) => {
    const { operation, caller, headers } = asked
    const key = headers.get('idempotency-key')
    if (!key || !factsOf(operation).includes('idempotent')) return run(asked)
    const place = [caller.id, operation, key].join(' ')
    const body = JSON.stringify(asked.body)
    const first = firstAnswers.get(place)
    if (first && first.body !== body) throw new Refusal('key_reused')
    const answer = first?.answer ?? (await run(asked))
    firstAnswers.set(place, { body, answer: answer.clone() })
    if (first) answer.headers.set('idempotency-replayed', 'true')
    return answer
  }
}

async function run(asked: Asked): Promise<Response> {
  const { operation, query, body } = asked
  const rule = operations[operation]
  // The contract has validated the types that the rule declares.
  const result = rule
    ? await rule({ ...asked, query: query as never, body: body as never })
    : exampleOfAnswer(operation)
  return respond(asked, result)
}
