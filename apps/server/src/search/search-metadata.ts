import type { SearchMetadata, SearchResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonSearch, type WrittenBody } from '../answers/sent-body.js'
import type { Order } from '../assets/asset-pieces.js'
import { readChosenList } from '../assets/read-chosen.js'
import { askOne, type Database, unprepared } from '../database/ask.js'
import { chooseContents, type Filter } from './filter.js'
import { selectFound } from './find-assets.js'
import { findLabels } from './labels.js'
import { readTerms } from './terms.js'

/** The size of a page of Immich. */
const PAGE = 250

export const searchMetadata: Handler<'searchMetadata'> = async ({ body, caller: { user }, endTurn }, { database }) => ({
  status: 200,
  body: await findPage(database, body, { readerId: user.id, endTurn }),
})

export const search: Handler<'search'> = async ({ query, caller: { user }, endTurn }, { database }) => {
  const { query: words, q = words, motion, page, size, type, withArchived } = query
  const filter = { q, isMotion: motion, page, size, type, withArchived }
  return { status: 200, body: await findPage(database, filter, { readerId: user.id, endTurn }) }
}

/** Reads a page of what is found. Each page is counted from the first asset. */
async function findPage(
  database: Database,
  { page = 1, size = PAGE, order = 'desc', q, withExif, withPeople, withStacked, isVisible, ...filter }: SearchMetadata,
  reader: { readerId: string; endTurn: () => void },
): Promise<WrittenBody<SearchResult>> {
  const { ids, total } = await find(database, { ownerId: reader.readerId, q, filter, order, page, size })
  const shown = ids.slice(0, size)
  const assets = await readChosenList(database, shown, { order, contents: chooseContents(filter), ...reader })
  return jsonSearch({ count: shown.length, total, nextPage: ids.length > size ? String(page + 1) : null }, assets)
}

interface Asked {
  ownerId: string
  q: string | undefined
  filter: Filter
  order: Order
  page: number
  size: number
}

/** Finds the ids of the assets of a page, and of one more if there is one. */
export async function find(
  database: Database,
  { q, page, size, ...asked }: Asked,
): Promise<{ ids: string[]; total: number }> {
  const terms = q === undefined ? [] : readTerms(q)
  // A text without letters and digits finds nothing.
  if (q !== undefined && terms.length === 0) return { ids: [], total: 0 }
  const personIds = [...new Set(asked.filter.personIds)]
  const isLabelled = terms.length + personIds.length > 0
  const labels = isLabelled ? await findLabels(database, { ownerId: asked.ownerId, terms, personIds }) : []
  // A person whom the caller does not have, or has hidden, is on no asset.
  if (labels.filter(({ position }) => position >= terms.length).length < personIds.length) return { ids: [], total: 0 }
  const search = { ...asked, terms, labels, skipped: (page - 1) * size, limit: size }
  return askOne<{ ids: string[]; total: number }>(unprepared(database), selectFound(search))
}
