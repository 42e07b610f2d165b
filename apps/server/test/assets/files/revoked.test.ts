import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createUser, type TestUser } from '../../support/database/factories.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { openSocket } from '../../support/http/raw-http.js'

const { server, addFile } = await openFileLibrary()
const { database } = server

const content = Buffer.alloc(40_000_000, 'abc')

const revokeKey = ({ id: userId }: TestUser) => database.apiKey.deleteMany({ where: { userId } })
const disable = ({ id }: TestUser) => database.user.update({ where: { id }, data: { deletedAt: new Date() } })
const getFile = (assetId: string) => [`GET /api/download/asset/${assetId}`, ''] as const
const getArchive = (assetId: string) => ['POST /api/download/archive', JSON.stringify({ assetIds: [assetId] })] as const

test.each([
  ['file', 'its key was revoked', getFile, revokeKey],
  ['archive', 'its user was disabled', getArchive, disable],
] as const)('a reader of a long %s is cut off after %s (F1)', async (_what, _why, ask, revoke) => {
  const ada = await createUser(database)
  const { id } = await addFile(ada, content)
  const [line, body] = ask(id)
  const head = [
    'host: x',
    `x-api-key: ${ada.apiKey}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const socket = await openSocket(server)
  socket.write(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'readable')

  await revoke(ada)
  // A reader that takes so little at a time would need minutes.
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), 50)
  })
  await once(socket, 'close')

  expect(socket.bytesRead).toBeGreaterThan(0)
  expect(socket.bytesRead).toBeLessThan(content.length)
})
