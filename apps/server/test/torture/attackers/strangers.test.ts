import { randomBytes, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { byLevel, report } from '../../support/long.js'

const PAIRS = byLevel(60, 500, 10_000)

const { server, addFile, addDerived } = await openFileLibrary()
const { database } = server
const [ada, ben, eve] = [await createUser(database), await createUser(database), await createUser(database)]

const asset = await addFile(ada, randomBytes(10_000), { resized: true })
await addDerived(asset, 'webp', randomBytes(10_000))
const { body: album } = await send(server, '/api/album', {
  method: 'POST',
  apiKey: ada.apiKey,
  body: { albumName: 'Hidden', assetIds: [asset.id], sharedWithUserIds: [ben.id] },
})

const sharedUserIds = Array.from({ length: 100 }, () => eve.id)

/** What a stranger may ask about something of others, by its id. */
const questions = {
  addUsersToAlbum: {
    method: 'PUT',
    path: (id: string) => `/api/album/${id}/users`,
    id: album.id,
    body: { sharedUserIds },
  },
  getAlbumInfo: { method: 'GET', path: (id: string) => `/api/album/${id}`, id: album.id },
  getAssetInfo: { method: 'GET', path: (id: string) => `/api/asset/${id}`, id: asset.id },
  getAssetThumbnail: { method: 'GET', path: (id: string) => `/api/asset/thumbnail/${id}`, id: asset.id },
  serveFile: { method: 'GET', path: (id: string) => `/api/asset/file/${id}`, id: asset.id },
  downloadFileByPost: { method: 'POST', path: (id: string) => `/api/download/asset/${id}`, id: asset.id },
}

type Question = (typeof questions)[keyof typeof questions]

async function measureTime({ path, id: _, ...request }: Question, id: string) {
  const asked = performance.now()
  const { status } = await send(server, path(id), { ...request, apiKey: eve.apiKey })
  const time = performance.now() - asked
  expect(status).toBe(404)
  return time
}

/** The share of pairs in which the first takes longer, which is a half when neither does. */
async function compare(question: Question) {
  const differences: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const missing = randomUUID()
    const isFirst = pair % 2 === 0
    const one = await measureTime(question, isFirst ? question.id : missing)
    const other = await measureTime(question, isFirst ? missing : question.id)
    differences.push(isFirst ? one - other : other - one)
  }
  const slower = differences.filter((difference) => difference > 0).length / PAIRS
  return { slower, median: differences.sort((a, b) => a - b)[Math.floor(PAIRS / 2)] as number }
}

test.each(Object.entries(questions))(
  'a stranger who calls %s cannot tell by the time whether something exists (C9)',
  async (name, question) => {
    for (let time = 0; time < 20; time++) await measureTime(question, time % 2 ? question.id : randomUUID())

    const { slower, median } = await compare(question)

    // For equal times, each pair is a toss of a coin: four standard deviations occur once in 16,000 runs.
    const tolerance = 4 * Math.sqrt(0.25 / PAIRS)
    report(`${name}, ${PAIRS} pairs of what exists and what does not`, {
      'slower when it exists in %': (slower * 100).toFixed(1),
      'median of the difference in ms': median.toFixed(3),
    })
    expect(Math.abs(slower - 0.5)).toBeLessThan(tolerance)
  },
)
