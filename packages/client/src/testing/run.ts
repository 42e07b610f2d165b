import { exampleOfAnswer, respond } from './answer.js'
import { Refusal } from './ask.js'
import { operations } from './operations.js'
import { type ParsedRequest, toFacts } from './request.js'

/** Creates a function that runs operations. It answers a request with a known Idempotency-Key with the first answer. */
export function createRunner(): (request: ParsedRequest) => Promise<Response> {
  const firstAnswers = new Map<string, { body: string; answer: Response }>()
  return async (request) => {
    const { operation, caller, headers } = request
    const key = headers.get('idempotency-key')
    if (!key || !toFacts(operation).includes('idempotent')) return run(request)
    const place = [caller.id, operation, key].join(' ')
    const body = JSON.stringify(request.body)
    const first = firstAnswers.get(place)
    if (first && first.body !== body) throw new Refusal('key_reused')
    const answer = first?.answer ?? (await run(request))
    firstAnswers.set(place, { body, answer: answer.clone() })
    if (first) answer.headers.set('idempotency-replayed', 'true')
    return answer
  }
}

async function run(request: ParsedRequest): Promise<Response> {
  const { operation, query, body } = request
  const rule = operations[operation]
  // The contract has validated the types that the rule declares.
  const result = rule
    ? await rule({ ...request, query: query as never, body: body as never })
    : exampleOfAnswer(operation)
  return respond(request, result)
}
