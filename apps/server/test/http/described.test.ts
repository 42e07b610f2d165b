import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openListener } from '../support/http/listener.js'
import { watchAnswers } from '../support/http/prism.js'

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

/** What prism finds in an answer about the features. */
async function checkAnswer(status: number, body: object, contentType = 'application/json') {
  const { url, close } = await openListener((_, response) => {
    response.setHeader('x-request-id', randomUUID()).setHeader('content-type', contentType)
    response.writeHead(status).end(JSON.stringify(body))
  })
  onTestFinished(close)
  const { findings, stop } = watchAnswers(url)
  onTestFinished(stop)
  await fetch(`${url}/api/server-info/features`).then((response) => response.text())
  return findings()
}

test('prism finds no fault with an answer that matches the description', async () => {
  expect(await checkAnswer(200, features)).toEqual({ faults: [], answers: 1 })
})

test.each<[string, Parameters<typeof checkAnswer>]>([
  ['a boolean is a text', [200, { ...features, oauth: 'yes' }]],
  ['a field is missing', [200, { oauth: true }]],
  ['the status is not declared', [202, features]],
  ['the type of the content is another', [200, features, 'text/plain']],
])('prism finds fault with an answer when %s', async (_, answer) => {
  expect((await checkAnswer(...answer)).faults[0]).toMatch(/^GET \/api\/server-info\/features 20[02]: ./)
})
