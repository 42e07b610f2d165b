import autocannon from 'autocannon'
import { answerProcess } from '../ask-process.js'
import { quantile } from '../statistics.js'

/** A number of requests over several connections. Each connection sends its next request after the last response. */
export interface LoadQuestion {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  /**
   * The paths of the requests. The connections share this list, and start again at its beginning when it is used up.
   */
  paths: string[]
  bodies: string[]
  /** The status that every response must have. */
  status: number
  connections: number
  amount: number
  /** The time limit of the load. */
  limitMs: number
}

/** The result of a load. Times are in milliseconds. */
export interface LoadAnswer {
  requests: number
  perSecond: number
  p50: number
  p99: number
}

function load({ url, paths, bodies, status, connections, amount, limitMs, ...request }: LoadQuestion) {
  return new Promise<LoadAnswer>((resolve, reject) => {
    let next = 0
    const setupRequest = (template: autocannon.Request): autocannon.Request => {
      const number = next++
      const body = bodies[number % bodies.length]
      return { ...template, path: paths[number % paths.length] as string, ...(body !== undefined && { body }) }
    }
    const only = paths.length === 1 && bodies.length <= 1
    const requests = [only ? setupRequest({ ...request }) : { ...request, setupRequest }]
    const times: number[] = []
    const statuses = new Map<number, number>()
    let endedAt = 0
    const startedAt = performance.now()
    const finish = (error: Error | null) => {
      clearTimeout(timer)
      if (error) return reject(error)
      if (statuses.get(status) !== amount) {
        const counts = [...statuses].map(([answered, count]) => `${count} × ${answered}`).join(', ')
        return reject(
          new Error(`${url} should have answered ${amount} × ${status}, but answered ${counts || 'nothing'}.`),
        )
      }
      const sorted = Float64Array.from(times).sort()
      const perSecond = (amount * 1_000) / (endedAt - startedAt)
      resolve({ requests: amount, perSecond, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) })
    }
    const timeout = limitMs / 1_000
    const run = autocannon(
      { url, requests, connections, amount, sampleInt: 100, timeout, setupClient: dropBodies },
      finish,
    )
    const timer = setTimeout(() => {
      run.stop()
      reject(new Error(`${url} took more than ${limitMs} ms for ${amount} requests.`))
    }, limitMs)
    run.on('reqError', reject)
    run.on('response', (_client, answered, _bytes, time) => {
      endedAt = performance.now()
      times.push(time)
      statuses.set(answered, (statuses.get(answered) ?? 0) + 1)
    })
  })
}

/** Discards the text of long responses. Keeping it would cost this process as much as the server spends on it. */
function dropBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests: { addBody(): void } }
  pipelinedRequests.addBody = () => {}
}

answerProcess(load)
