import { expect, test } from 'vitest'
import { admission } from '../../src/admission/admission.js'
import { createUser } from '../support/database/factories.js'
import { recordStatements } from '../support/database/ran-statements.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer()
const { database } = server

test('T2 nothing is read of a list of more than 1,000 albums before its reader may read it', async () => {
  const ada = await createUser(database)
  await database.album.createMany({
    data: Array.from({ length: 1_001 }, (_, number) => ({ ownerId: ada.id, albumName: String(number) })),
  })
  const held = await Promise.all([admission.longList.acquire(ada.id), admission.longList.acquire(ada.id)])
  const { ran, stop } = recordStatements()

  const listed = send(server, '/api/album', ada)
  await until(() => admission.longList.isWanted(ada.id))
  const before = ran.flatMap(({ rows }) => rows).filter((row) => 'albumName' in row)
  for (const end of held) end()
  const { body } = await listed
  stop()

  expect(before).toEqual([])
  expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(1_001)
})
