import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runTool } from '../../../src/media/tools/run-tool.js'
import { makeFolder } from '../../fixtures/folder.js'
import { TIME_LIMIT_MS } from '../../support/until.js'

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

test('kills a tool at its time limit, with its children', async () => {
  const ticks = `${await makeFolder()}/ticks`
  const running = runTool(shell, ['-c', `(while :; do echo >> ${ticks}; sleep 0.05; done) & wait`], { timeout: 500 })

  await expect(running).rejects.toThrow('sh took longer than 0.5 s')

  const { size } = await stat(ticks)
  await setTimeout(300)
  expect(size).toBeGreaterThan(0)
  expect((await stat(ticks)).size).toBe(size)
})

test('kills a tool that writes too much', async () => {
  await expect(runTool('/usr/bin/yes', [], { timeout: TIME_LIMIT_MS, maxOutput: 1_000 })).rejects.toThrow(
    'yes wrote more than 1000 bytes',
  )
})

test('kills a tool when aborted, with the reason of the signal', async () => {
  const controller = new AbortController()
  const running = runTool('/bin/sleep', ['60'], { timeout: TIME_LIMIT_MS, signal: controller.signal })

  controller.abort(new Error('the worker stops'))

  await expect(running).rejects.toThrow('the worker stops')
})

test("hides the server's environment from a tool", async () => {
  process.env['MEDIA_LIBRARY_SECRET'] = 'secret'

  const printed = await runTool('/usr/bin/env', [], { timeout: TIME_LIMIT_MS })

  expect(printed.toString()).not.toContain('secret')
})
