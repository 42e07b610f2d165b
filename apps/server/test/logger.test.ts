import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startProgram } from './support/processes/program.js'
import { serverModule } from './support/server-module.js'

/** The lines that a program writes, which has a `logger`. */
async function linesOf(program: string) {
  const source = `import { createLogger } from ${JSON.stringify(serverModule('logger'))}
    const logger = createLogger({ logLevel: 'info' })
    ${program}`
  const child = startProgram(['--input-type=module', '--eval', source])
  const lines = (await text(child.stderr)).trim().split('\n')
  return lines.map((line): Record<string, unknown> => JSON.parse(line))
}

test('a repeated fault is logged once with its stack, and every other event each time', async () => {
  const lines = await linesOf(`
    for (let count = 0; count < 100; count += 1) {
      logger.warn({ err: new Error('the disk is full') }, 'a heartbeat of the worker failed')
      logger.error({ err: new Error('the disk is full'), requestId: String(count) }, 'request failed')
    }
    logger.warn({ err: new Error('the disk is gone') }, 'a heartbeat of the worker failed')
    for (const assetId of ['1', '2']) logger.warn({ assetId, reason: 'broken' }, 'job failed')`)

  expect(lines.map(({ msg, err }) => [msg, (err as { message: string } | undefined)?.message])).toEqual([
    ['a heartbeat of the worker failed', 'the disk is full'],
    ['request failed', 'the disk is full'],
    ['a heartbeat of the worker failed', 'the disk is gone'],
    ['job failed', undefined],
    ['job failed', undefined],
  ])
  expect(lines[0]).toMatchObject({ err: { stack: expect.stringContaining('at ') } })
})

test('a line has its level as a word, and its time by ISO 8601', async () => {
  const [line] = await linesOf(`logger.warn('the disk is full')`)

  const time = String(line?.['time'])
  expect(line).toMatchObject({ level: 'warn', msg: 'the disk is full' })
  expect(new Date(time).toISOString()).toBe(time)
})
