import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { clientOf } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const ada = await createUser(server.database)

const body = JSON.stringify({ albumName: 'Large', description: 'x' }) + ' '.repeat(1024 * 1024)

/** Begins a request with a large body, which is sent when told so. */
function begin(): ClientRequest {
  const asked = request(`${server.url}/api/album`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': ada.apiKey, 'content-type': 'application/json', 'content-length': body.length },
  })
  asked.on('error', () => {})
  asked.flushHeaders()
  onTestFinished(() => void asked.destroy())
  return asked
}

async function answerTo(asked: ClientRequest) {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return { asked, status: response.statusCode, retryAfter: response.headers['retry-after'] }
}

test('few large bodies of a user are read at a time, beside small ones; those beyond the queue are told to retry', async () => {
  const begun = Array.from({ length: 23 }, begin)
  const { asked, ...refused } = await Promise.race(begun.map(answerTo))

  const small = await clientOf(server, ada).createAlbum({ body: { albumName: 'Small' } })
  const [gone, alsoGone, ...waiting] = begun.filter((each) => each !== asked)
  gone?.destroy()
  alsoGone?.destroy()
  const answers = await Promise.all(
    waiting.map((each) => {
      each.end(body)
      return answerTo(each)
    }),
  )

  expect(refused).toEqual({ status: 503, retryAfter: '5' })
  expect(small.status).toBe(201)
  expect(answers.map(({ status }) => status)).toEqual(waiting.map(() => 201))
})
