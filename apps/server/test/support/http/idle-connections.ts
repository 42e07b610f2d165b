interface Agent {
  constructor: new () => Agent
  close(): Promise<void>
}

const agentOfFetch = Symbol.for('undici.globalDispatcher.1')

/** Closes the idle connections of `fetch`: a server that stops waits a second for what may be on its way over them. */
export function closeIdleConnections(): void {
  const holder = globalThis as { [agentOfFetch]?: Agent }
  const agent = holder[agentOfFetch]
  if (!agent) return
  holder[agentOfFetch] = new agent.constructor()
  void agent.close()
}
