import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ServeProcess } from '../processes/serve-process.js'
import { until } from '../until.js'

/** What can be sent twice without harm: a GET, or a POST with a key. */
export interface SafeRequest {
  path: string
  post?: { key: string; body: object }
}

/** Sends in turn to several servers, over connections that stay open, as a load balancer does that knows nothing of them. */
export interface RoundRobin {
  /** Resolves with the status and the text of the answer. */
  send(asked: SafeRequest): Promise<{ status: number; text: string }>
  /** How many requests were answered, could not be sent at first, or were sent again because their server was gone. */
  counts: { answered: number; refused: number; sentAgain: number }
  close(): void
}

/** Servers may take each other's place in the list; only one that is gone may leave a request without an answer. */
export function createRoundRobin(
  apiKey: string,
  servers: readonly ServeProcess[],
  isGone: (server: ServeProcess) => boolean,
): RoundRobin {
  const agents = new Map<ServeProcess, Agent>()
  const counts = { answered: 0, refused: 0, sentAgain: 0 }
  let turn = 0

  const findAgent = (server: ServeProcess) => {
    const agent = agents.get(server) ?? new Agent({ keepAlive: true, maxSockets: 8 })
    agents.set(server, agent)
    return agent
  }
  const ask = (server: ServeProcess, { path, post }: SafeRequest) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { 'x-api-key': apiKey, ...(post && { 'idempotency-key': post.key }) }
      const options = { agent: findAgent(server), method: post ? 'POST' : 'GET', headers }
      const read = async (response: IncomingMessage) =>
        resolve({ status: response.statusCode ?? 0, text: await text(response) })
      const sent = request(`${server.url}${path}`, options, (response) => void read(response).catch(reject))
      if (post) sent.setHeader('content-type', 'application/json')
      sent.once('error', reject).end(post && JSON.stringify(post.body))
    })

  const send = (asked: SafeRequest): Promise<{ status: number; text: string }> =>
    until(async () => {
      turn += 1
      const server = servers[turn % servers.length] as ServeProcess
      const answer = await ask(server, asked).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') counts.refused += 1
        else if (isGone(server)) counts.sentAgain += 1
        else throw new Error(`${server.url}${asked.path} was not answered: ${error.message}`, { cause: error })
        return null
      })
      // 409: the first one, whose server died, is still at work in the database.
      if (answer && answer.status !== 409) {
        counts.answered += 1
        return answer
      }
      return null
    })
  const close = () => {
    for (const agent of agents.values()) agent.destroy()
  }
  return { send, counts, close }
}
