import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startProgram } from './support/processes/program.js'
import { serverModule } from './support/server-module.js'

/** The lines that a program writes, which has a `logger`. */
async function readLines(program: string, options?: { logLevel: string }) {
  const lines = (await readOutput(program, options)).trim().split('\n')
  return lines.map((line): Record<string, unknown> => JSON.parse(line))
}

function readOutput(
  program: string,
  { logLevel, isTTY = false }: { logLevel: string; isTTY?: boolean } = { logLevel: 'info' },
) {
  const source = `import { createLogger } from ${JSON.stringify(serverModule('logger'))}
    process.stderr.isTTY = ${isTTY}
    const logger = createLogger({ logLevel: '${logLevel}' })
    ${program}`
  const child = startProgram(['--input-type=module', '--eval', source])
  return text(child.stderr)
}

test('a repeated fault is logged once with its stack, and every other event each time', async () => {
  const lines = await readLines(`
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
  const [line] = await readLines(`logger.warn('the disk is full')`)

  const time = String(line?.['time'])
  expect(line).toMatchObject({ level: 'warn', msg: 'the disk is full' })
  expect(new Date(time).toISOString()).toBe(time)
})

const thrown = `
  const { RefusedError, StorageError } = await import(${JSON.stringify(serverModule('errors'))})
  const silent = new Error('Connection terminated due to connection timeout')
  logger.warn({ err: silent }, 'a heartbeat of the worker failed')
  logger.warn({ err: new StorageError('/data cannot be written: the disk is full') }, 'the trash could not be emptied')
  logger.warn({ err: new RefusedError('Too many came at once.', { retryAfter: 5 }) }, 'request refused')`

test('a fault that its message explains is logged without a stack', async () => {
  const lines = await readLines(thrown)

  expect(lines.map(({ err }) => err)).toEqual([
    { type: 'Error', message: 'Connection terminated due to connection timeout' },
    { type: 'StorageError', message: '/data cannot be written: the disk is full' },
    { type: 'RefusedError', message: 'Too many came at once.', code: 'unavailable' },
  ])
})

test('with LOG_LEVEL=debug, each fault is logged with its stack', async () => {
  const lines = await readLines(thrown, { logLevel: 'debug' })

  expect(lines.map(({ err }) => err)).toEqual(
    ['Error', 'StorageError', 'RefusedError'].map((type) =>
      expect.objectContaining({ type, stack: expect.stringContaining('at ') }),
    ),
  )
})

test('a terminal shows no stack, unless LOG_LEVEL=debug asks for it', async () => {
  const program = `logger.error({ err: new TypeError('x is undefined') }, 'request failed')`

  const plain = await readOutput(program, { logLevel: 'info', isTTY: true })
  const debugging = await readOutput(program, { logLevel: 'debug', isTTY: true })

  expect(plain).toContain('x is undefined')
  expect(plain).not.toMatch(/\n +at /)
  expect(debugging).toMatch(/\n +at /)
})

const hostile = `
  const name = 'a' + String.fromCharCode(0x1b) + '[2J' + String.fromCharCode(0x9b) + '2J' + String.fromCharCode(0x202e) + 'b'
  logger.warn({ file: name, err: new Error(name) }, 'job failed')
  logger.warn('no ' + name)`

test.each([false, true])('no name of a file controls the terminal that shows the log; formatted: %s', async (isTTY) => {
  const output = await readOutput(hostile, { logLevel: 'info', isTTY })

  // The format has colours, and no other controls.
  expect(output.replaceAll(/\p{Cc}\[\d+m/gu, '')).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(output).toMatch(/a\\+u001b\[2J\\+u009b2J\\+u202eb/)
})

test('a name in a line of JSON is read back as it is', async () => {
  const [line] = await readLines(hostile)

  expect(line).toMatchObject({ file: 'a\x1b[2J\x9b2J\u202eb', err: { message: 'a\x1b[2J\x9b2J\u202eb' } })
})
