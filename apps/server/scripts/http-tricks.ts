// Measures what each departure from plain Express saves: the processor time of a request without it and with it, in turn.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { api } from '@media-library/contract'
import { Asset, requireExample } from '@media-library/contract/schemas'
import { createExpressEndpoints } from '@ts-rest/express'
import express from 'express'
import helmet from 'helmet'
import { type Json, jsonText } from '../src/answers/sent-body.ts'
import { toMessageClasses } from '../src/http/wire/fast-messages.ts'

const PING = api.pingServer.path
const LIST = api.getAllAssets.path

/** The departures that can be left out, each with the request that shows it. */
const tricks = { prototypes: PING, json: PING, 'written-body': LIST }

const ROUNDS = 9
const REQUESTS = 1_000
const CONNECTIONS = 10

const leftOut = process.argv[2]
if (leftOut === undefined) await compare()
else await serve(leftOut)

/** Serves without a trick, and tells its processor time in microseconds when asked. */
async function serve(without: string) {
  const text = JSON.stringify(Array.from({ length: 100 }, () => requireExample(Asset)))
  const app = express().disable('x-powered-by').disable('etag').use(helmet())
  const list = () => (without === 'written-body' ? JSON.parse(text) : jsonText(text as Json<Asset[]>))
  const { pingServer, getAllAssets } = api
  const handlers = {
    pingServer: async () => ({ status: 200 as const, body: { res: 'pong' as const } }),
    getAllAssets: async () => ({ status: 200 as const, body: list() }),
  }
  createExpressEndpoints({ pingServer, getAllAssets }, handlers, app, { logInitialization: false })
  const { json } = app.response
  const classes = without === 'prototypes' ? {} : toMessageClasses(app)
  if (without === 'json') app.response.json = json
  if (without === 'prototypes') app.response.json = jsonOf(toMessageClasses(express()))
  const server = createServer(classes, app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.once('disconnect', () => process.exit())
  process.send?.((server.address() as AddressInfo).port)
}

function jsonOf({ ServerResponse: Fast = ServerResponse }: ReturnType<typeof toMessageClasses>) {
  return (Fast.prototype as express.Response).json
}

async function compare() {
  for (const [trick, path] of Object.entries(tricks)) {
    const [without, all] = [await start(trick), await start('nothing')]
    const shares: number[] = []
    for (let round = -3; round < ROUNDS; round += 1) {
      const [before, after] = [await measure(without, path), await measure(all, path)]
      if (round >= 0) shares.push(1 - after / before)
    }
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) =>
      percent(
        shares.sort((a, b) => a - b),
        part,
      ),
    )
    process.stdout.write(`${trick}: GET ${path} takes ${middle} less (quartiles ${low} and ${high})\n`)
    for (const { child } of [without, all]) child.disconnect()
  }
}

function percent(shares: number[], part: number) {
  return `${Math.round(100 * (shares[Math.floor(shares.length * part)] ?? 0))} %`
}

async function start(without: string) {
  const child = fork(fileURLToPath(import.meta.url), [without])
  const [port] = await once(child, 'message')
  return { child, port }
}

async function measure({ child, port }: { child: ChildProcess; port: number }, path: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = await usage(child)
  let left = REQUESTS
  const ask = async () => {
    while (left-- > 0) {
      const [response] = await once(get({ port, path, agent }), 'response')
      await once(response.resume(), 'end')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  const after = await usage(child)
  agent.destroy()
  return after - before
}

async function usage(child: ChildProcess) {
  child.send('usage')
  const [{ user, system }] = await once(child, 'message')
  return user + system
}
