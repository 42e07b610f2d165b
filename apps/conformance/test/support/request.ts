import type { api } from '@media-library/contract'

export type Operation = keyof typeof api

/** A request of an operation, and the status of its answer. */
export interface Scenario {
  operation: Operation
  status: number
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export type Request = Pick<Scenario, 'operation' | 'method' | 'path' | 'headers'> & { body?: unknown }

/** Adds the status of its answer to a request. */
export function is(status: number, { headers, body, ...request }: Request): Scenario {
  return {
    ...request,
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

/** Sends a scenario's request to a server, or to a proxy in front of it. */
export function send(url: string, { method, path, headers, body }: Scenario): Promise<Response> {
  return fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
}
