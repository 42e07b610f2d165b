import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { watchAnswers } from '../support/http/described-answers.js'
import { openListener } from '../support/http/listener.js'

const features = {
  oauth: true,
  oauthAutoLaunch: false,
  passwordLogin: true,
  reverseGeocoding: true,
  sidecar: true,
  clipEncode: false,
  configFile: false,
  facialRecognition: false,
  map: false,
  search: false,
  smartSearch: false,
  tagImage: false,
  trash: false,
}

/** What is found in an answer about the features. */
async function checkAnswer(status: number, body: object, headers: Record<string, string> = {}) {
  const { url, close } = await openListener((_, response) => {
    const sent = { 'x-request-id': randomUUID(), 'content-type': 'application/json', ...headers }
    response.setHeaders(new Map(Object.entries(sent)))
    response.writeHead(status).end(JSON.stringify(body))
  })
  onTestFinished(close)
  const { findings, stop } = watchAnswers(url)
  onTestFinished(stop)
  await fetch(`${url}/api/server-info/features`).then((response) => response.text())
  return findings()
}

test('no fault is found with an answer that matches the description', async () => {
  expect(await checkAnswer(200, features)).toEqual({ faults: [], answers: 1 })
})

test.each<[string, Parameters<typeof checkAnswer>]>([
  ['a boolean is a text', [200, { ...features, oauth: 'yes' }]],
  ['a field is missing', [200, { oauth: true }]],
  ['the status is not declared', [202, features]],
  ['the type of the content is another', [200, features, { 'content-type': 'text/plain' }]],
  ['a header is of another form', [200, features, { 'x-request-id': 'no id' }]],
  ['a header is not declared', [200, features, { link: '</>; rel="next"' }]],
])('a fault is found with an answer when %s', async (_, answer) => {
  expect((await checkAnswer(...answer)).faults[0]).toMatch(/^GET \/api\/server-info\/features 20[02]: ./)
})
