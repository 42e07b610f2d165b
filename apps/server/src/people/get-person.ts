import type { Handler } from '../answers/handler.js'
import { requirePerson } from './access.js'
import { findPerson } from './person.js'

export const getPerson: Handler<'getPerson'> = async ({ params: { id }, caller: { user } }, { database }) => ({
  status: 200,
  body: requirePerson(await findPerson(database, { id, ownerId: user.id })),
})

export const getPersonStatistics: Handler<'getPersonStatistics'> = async (
  { params: { id }, caller: { user } },
  { database },
) => {
  const { count } = requirePerson(await findPerson(database, { id, ownerId: user.id }))
  return { status: 200, body: { assets: count } }
}
