import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, expect, test } from 'vitest'
import { startTestProvider } from '../support/sign-in/openid-provider.js'
import { startSignInServer } from '../support/sign-in/sign-in.js'

const REDIRECT_URI = 'http://127.0.0.1/auth/login'

function hasCurl() {
  try {
    return execFileSync('curl', ['--version']).length > 0
  } catch {
    return false
  }
}

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await startSignInServer(provider, { OAUTH_REDIRECT_URIS: REDIRECT_URI, OAUTH_AUTO_REGISTER: 'true' })

const page = readFileSync(new URL('../../../../docs/operate/sign-in.md', import.meta.url), 'utf8')
const commands = page.match(/^curl .*$/gm) ?? []

/** Runs a command of the page as a shell does, on the test's server. */
async function run(command: string, env: Record<string, string> = {}) {
  const shell = spawn('sh', ['-c', command.replace('http://127.0.0.1:2283', server.url)], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(await text(shell.stdout))
}

test.skipIf(!hasCurl())('the commands of docs/operate/sign-in.md sign a user in', async () => {
  const [begin = '', finish = '', use = ''] = commands

  const { url } = await run(begin)
  const ADDRESS = await followTo(REDIRECT_URI, url)
  const { accessToken: SESSION, userId } = await run(finish, { ADDRESS })
  const album = await run(use, { SESSION })

  expect(commands).toHaveLength(3)
  expect(album).toMatchObject({ albumName: 'Summer', ownerId: userId })
})
