import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { afterAll, expect } from 'vitest'

/** Prism's program; tests call the service through it where this is set. */
const { VALIDATING_PROXY } = process.env

const description = createRequire(import.meta.url).resolve('@media-library/contract/openapi.json')

/**
 * Where the tests of a file call the service at an address: there, or at a proxy before it, which holds each answer against the
 * description. After the file's last test there must have been nothing to find fault with.
 */
export const frontOf = async (url: string): Promise<string> => {
  if (!VALIDATING_PROXY) return url
  const child = spawn(process.execPath, [VALIDATING_PROXY, 'proxy', description, url, '--port', '0'])
  const exited = once(child, 'exit')
  process.once('exit', () => child.kill())
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr.resume()
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, address] = /listening on .*?(http:\/\/127\.0\.0\.1:\d+)\D/s.exec(said) ?? []
      if (address) resolve(address)
    })
    exited.then(() => reject(new Error(`The proxy ended:\n${said}`)))
  })
  afterAll(async () => {
    child.kill()
    await exited
    expect(said.match(/Violation: response.*/g) ?? []).toEqual([])
  })
  return ready
}
