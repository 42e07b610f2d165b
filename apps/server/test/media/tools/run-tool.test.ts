import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { isAlive } from '../../support/processes/process-list.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

const shell = '/bin/sh'

test('returns the output of a tool', async () => {
  expect((await runTool('/bin/echo', ['$HOME;', '*'], { timeout: TIME_LIMIT_MS })).toString()).toBe('$HOME; *\n')
})

test('reports how a tool ended, and its last output on stderr', async () => {
  const running = runTool(shell, ['-c', 'echo no such picture >&2; exit 3'], { timeout: TIME_LIMIT_MS })

  await expect(running).rejects.toThrow('sh failed with 3: no such picture')
})

test('reports that a tool is missing', async () => {
  await expect(runTool('/nowhere/ffmpeg', [], { timeout: TIME_LIMIT_MS })).rejects.toThrow('ENOENT')
})

test('kills a tool at its time limit', async () => {
  const running = runTool(shell, ['-c', 'while :; do :; done'], { timeout: 100 })

  await expect(running).rejects.toThrow('sh took longer than 0.')
})

test('does not count the time of a tool that waits for others', async () => {
  expect((await runTool(shell, ['-c', 'sleep 2; echo done'], { timeout: 1_000 })).toString()).toBe('done\n')
})

test('kills a tool that writes too much', async () => {
  await expect(runTool('/usr/bin/yes', [], { timeout: TIME_LIMIT_MS, maxOutput: 1_000 })).rejects.toThrow(
    'yes wrote more than 1000 bytes',
  )
})

test('kills a tool when aborted, with its children, for the reason of the signal', async () => {
  const pidFile = join(await makeFolder(), 'pid')
  const controller = new AbortController()
  const args = ['-c', `sleep 600 & echo $! > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; wait`]
  const running = runTool(shell, args, { timeout: TIME_LIMIT_MS, signal: controller.signal })
  const pid = await until(() => readFile(pidFile, 'utf8').catch(() => null))

  controller.abort(new Error('the worker stops'))

  await expect(running).rejects.toThrow('the worker stops')
  await until(async () => !(await isAlive(Number(pid))))
})

test("hides the server's environment from a tool", async () => {
  process.env['MEDIA_LIBRARY_SECRET'] = 'secret'

  const printed = await runTool('/usr/bin/env', [], { timeout: TIME_LIMIT_MS })

  expect(printed.toString()).not.toContain('secret')
})
