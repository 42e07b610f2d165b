import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startJudge } from '../support/judge.js'

const features = {
  oauth: true,
  oauthAutoLaunch: false,
  passwordLogin: false,
  reverseGeocoding: true,
  sidecar: true,
  ...{ clipEncode: false, configFile: false, facialRecognition: false, map: false },
  ...{ search: false, smartSearch: false, tagImage: false, trash: false },
}

/** What prism says of an answer about the features. */
async function judge(status: number, body: object, contentType = 'application/json') {
  const server = createServer((_, response) => {
    response.setHeader('x-request-id', randomUUID()).setHeader('content-type', contentType)
    response.writeHead(status).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { verdict, stop } = startJudge(url)
  onTestFinished(stop)
  await fetch(`${url}/api/server-info/features`).then((response) => response.text())
  return verdict()
}

test('prism finds no fault with an answer that is as described', async () => {
  expect(await judge(200, features)).toEqual({ faults: [], answers: 1 })
})

test.each<[string, Parameters<typeof judge>]>([
  ['a boolean is a text', [200, { ...features, oauth: 'yes' }]],
  ['a field is missing', [200, { oauth: true }]],
  ['the status is not declared', [202, features]],
  ['the type of the content is another', [200, features, 'text/plain']],
])('prism finds fault with an answer when %s', async (_, answer) => {
  expect((await judge(...answer)).faults[0]).toMatch(/^GET \/api\/server-info\/features 20[02]: ./)
})
