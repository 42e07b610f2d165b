import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runToEnd } from './run.js'

/**
 * A registry of npm with only the packed packages: package managers use another one for everything outside of their scope.
 */
export interface Registry {
  url: string
  stop(): void
}

/** Starts a registry on loopback that publishes packed packages. */
export async function startRegistry(tarballs: string[]): Promise<Registry> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answers = new Map<string, Buffer | string>()
  for (const tarball of tarballs) {
    const content = await readFile(tarball)
    const manifest = JSON.parse(await runToEnd('tar', ['-xzOf', tarball, 'package/package.json'], {}))
    const { name, version } = manifest as { name: string; version: string }
    const dist = {
      tarball: `${url}/${name}.tgz`,
      integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
    }
    const described = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
    answers.set(`/${name}`, JSON.stringify(described))
    answers.set(`/${name}.tgz`, content)
  }
  server.on('request', (request, response) => {
    const answer = answers.get(decodeURIComponent(request.url ?? ''))
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  return {
    url,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
