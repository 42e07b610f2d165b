import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { useDatabase } from '../../support/database/database.js'
import { openGateway } from '../../support/database/gateway.js'
import { startCli } from '../../support/processes/cli.js'

test('a worker reports a database that stops answering without a stack, and ends when it is told to', async () => {
  const url = await useDatabase()
  const gateway = await openGateway(url)
  const child = startCli(['worker'], { DATABASE_URL: gateway.url, DATA_DIR: await makeFolder() })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close')
  await expect.poll(() => said).toContain('Ctrl-C stops the worker.')

  gateway.hang()
  await expect.poll(() => said).toContain('a heartbeat of the worker failed')
  child.kill('SIGTERM')

  expect(await ended).toEqual([0, null])
  expect(said).not.toMatch(/"stack"|\n +at /)
})
