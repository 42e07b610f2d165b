import { expect, test } from 'vitest'
import { writeFileFaces } from '../../../src/assets/faces/file-faces.js'
import type { Queryable } from '../../../src/database/ask.js'
import { inTransaction } from '../../../src/database/transaction.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets } from '../../support/database/factories.js'
import { untilBlocked } from '../../support/database/statements.js'

const box = { boundingBoxX1: 1, boundingBoxY1: 1, boundingBoxX2: 9, boundingBoxY2: 9, imageWidth: 60, imageHeight: 40 }

test('makes a person once when two files name them at the same time', async () => {
  const { database, ada: owner } = await useAdasLibrary()
  const [one = '', other = ''] = await createAssets(database, owner, 2)
  const write = (transaction: Queryable, id: string) =>
    writeFileFaces(transaction, [{ id, ownerId: owner.id, faces: [], marked: [{ ...box, name: 'Ada' }] }])

  const [second] = await inTransaction(database, async (transaction) => {
    await write(transaction, one)
    const waiting = inTransaction(database, (later) => write(later, other))
    await untilBlocked(database)
    return [waiting]
  })
  await second

  const people = await database.person.findMany({ where: { ownerId: owner.id }, include: { faces: true } })
  expect(people.map(({ faces }) => faces.length)).toEqual([2])
})
