import { createServer } from 'node:http'
import { isIP } from 'node:net'
import { type Check, type Finding, ok, problem, warning } from './finding.js'

/** The port that is tried first when none is configured. */
const DEFAULT_PORT = 2283

export const checkPort: Check = async ({ host, port }) => {
  const finding = await checkListening('PORT', host, port ?? DEFAULT_PORT)
  const isNextTaken = port === null && finding.detail.includes('is taken')
  return isNextTaken ? ok(`${DEFAULT_PORT} is taken by another program: the next free port is used`) : finding
}

export const checkAdminPort: Check = async ({ admin }) => {
  if (!admin) return ok('off; ADMIN_PORT turns it on')
  const finding = await checkListening('ADMIN_PORT', admin.host, admin.port)
  if (finding.verdict !== 'ok' || isLoopback(admin.host)) return finding
  return warning(
    `${finding.detail}; whoever reaches ${admin.host} reads the metrics without a key`,
    'Let only your monitoring reach it, or set ADMIN_HOST=127.0.0.1.',
  )
}

/** Whether callers can be distinguished, and keys cannot be read on their way, given who can reach the service. */
export const checkProxy: Check = async ({ host, http: { trustedProxies } }) => {
  if (trustedProxies.some(isEverybody)) {
    return problem(
      `TRUSTED_PROXIES=${trustedProxies.join(',')} believes anybody`,
      'Name the addresses of your proxies alone: others could pretend to call from anywhere.',
    )
  }
  if (trustedProxies.length > 0) return ok(`X-Forwarded-For of ${trustedProxies.join(', ')} is believed`)
  if (isLoopback(host)) return ok('only this machine reaches the service, and no proxy is believed')
  return warning(
    `HOST=${host} lets other machines in, without a proxy that is believed`,
    'Put a proxy with TLS in front, and its address into TRUSTED_PROXIES: keys travel readable otherwise.',
  )
}

async function checkListening(variable: string, host: string, port: number): Promise<Finding> {
  const place = `${host}:${port}`
  const fault = await findListenFault(host, port)
  if (fault === null) return ok(port === 0 ? `any free port of ${host}` : `${place} is free`)
  if (fault !== 'EADDRINUSE') {
    return problem(
      `cannot listen on ${place}: ${fault}`,
      `Correct ${variable} and its host; ports below 1024 need root.`,
    )
  }
  if (await isOurs(host, port)) return ok(`a media-library answers at ${place}`)
  return problem(`${place} is taken by another program`, `Stop it, or set ${variable} to another port.`)
}

/** Null when one can listen there, else the system's code for why not. */
function findListenFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })
}

async function isOurs(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${nearAddress(host, port)}/livez`, { signal: AbortSignal.timeout(1_000) })
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'live'
  } catch {
    return false
  }
}

/** An address under which this machine reaches what listens on a host. */
function nearAddress(host: string, port: number) {
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${isIP(near) === 6 ? `[${near}]` : near}:${port}`
}

function isLoopback(host: string) {
  return /^(localhost|127\..*|::1)$/i.test(host)
}

function isEverybody(network: string) {
  return network.endsWith('/0')
}
