import { createServer } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from '../../config/loopback.js'
import { type Check, type Finding, ok, problem, warning } from './finding.js'

/** The port that is tried first when none is configured. */
export const DEFAULT_PORT = 2283

export const checkPort: Check = async ({ host, port }) => {
  const finding = await checkListening('PORT', host, port ?? DEFAULT_PORT)
  const isNextTaken = port === null && finding.detail.includes('is taken')
  return isNextTaken
    ? ok(`${DEFAULT_PORT} is taken by another program, so the service uses the next free port`)
    : finding
}

export const checkAdminPort: Check = async ({ admin }) => {
  if (!admin) return ok('off; ADMIN_PORT turns it on')
  const finding = await checkListening('ADMIN_PORT', admin.host, admin.port)
  if (finding.verdict !== 'ok' || isLoopback(admin.host)) return finding
  return warning(
    `${finding.detail}; everyone who can reach ${admin.host} can read the metrics without a key`,
    'Allow only your monitoring to reach it, or set ADMIN_HOST=127.0.0.1.',
  )
}

/** Checks that clients can be distinguished, and that keys do not cross a network unencrypted. */
export const checkProxy: Check = async ({ host, http: { trustedProxies } }) => {
  if (trustedProxies.some(isEverybody)) {
    return problem(
      `TRUSTED_PROXIES=${trustedProxies.join(',')} trusts every address`,
      'Name only the addresses of your proxies. Otherwise, clients can forge their address.',
    )
  }
  if (trustedProxies.length > 0) return ok(`X-Forwarded-For of ${trustedProxies.join(', ')} is trusted`)
  if (isLoopback(host)) {
    return ok('only this machine can reach the service; a proxy on it would need TRUSTED_PROXIES=127.0.0.1')
  }
  return warning(
    `HOST=${host} lets other machines connect, and no proxy is trusted`,
    'Put a proxy with TLS in front of the service, and its address into TRUSTED_PROXIES. Otherwise, keys are sent unencrypted.',
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
  if (await isServing(host, port)) return ok(`a media library is running at ${place}`)
  return problem(`${place} is taken by another program`, `Stop it, or set ${variable} to another port.`)
}

/** Tries to listen on an address. Returns null on success, or else the system's error code. */
function findListenFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })
}

/** Returns whether a media library answers at an address. */
export async function isServing(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${nearAddress(host, port)}/livez`, { signal: AbortSignal.timeout(1_000) })
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'live'
  } catch {
    return false
  }
}

/** Returns an address at which this machine can reach a server that listens on the host. */
export function nearAddress(host: string, port: number) {
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${isIP(near) === 6 ? `[${near}]` : near}:${port}`
}

function isEverybody(network: string) {
  return network.endsWith('/0')
}
