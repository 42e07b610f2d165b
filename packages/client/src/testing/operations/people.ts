import type {
  Asset,
  MergePeople,
  OwnPerson,
  PeopleFilter,
  Person,
  PersonSearch,
  UpdatePeople,
  UpdatePerson,
} from '@media-library/contract/schemas'
import { type Ask, isOwn, Refusal, requireFound, toResults } from '../ask.js'
import { compare, selectAssets, sendEvent } from '../store.js'
import { answerPicture } from './files.js'
import { fold } from './search.js'

/** The people of the assets. One who is hidden stays in them, and is left out of answers. */
export const people = {
  getAllPeople(ask: Ask<unknown, PeopleFilter>) {
    const all = listPeople(ask)
    const visible = all.filter(({ isHidden }) => !isHidden)
    const counts = { total: all.length, visible: visible.length, hidden: all.length - visible.length }
    return { ...counts, people: ask.query.withHidden ? all : visible }
  },

  searchPerson(ask: Ask<unknown, PersonSearch>) {
    const wanted = fold(ask.query.name)
    return listPeople(ask).filter(
      ({ name, isHidden }) =>
        wanted.length > 0 &&
        (ask.query.withHidden || !isHidden) &&
        wanted.every((beginning) => fold(name).some((word) => word.startsWith(beginning))),
    )
  },

  getPerson: (ask: Ask) => requirePerson(ask),
  getPersonStatistics: (ask: Ask) => ({ assets: requirePerson(ask).count }),

  getPersonAssets(ask: Ask) {
    const { id } = requirePerson(ask)
    return selectAssets(ask.store, listShown(ask, id))
  },

  getPersonThumbnail(ask: Ask) {
    const { id, name } = requirePerson(ask)
    return answerPicture(ask, { key: `${id}.JPEG`, name: `${name}.jpeg`, isQueued: false })
  },

  updatePerson(ask: Ask<UpdatePerson>) {
    const { id } = requirePerson(ask)
    if (!change(ask, id, ask.body)) {
      const errors = [{ pointer: '/featureFaceAssetId', code: 'unusable_id', detail: 'does not show the person' }]
      throw new Refusal('unusable_ids', undefined, { errors })
    }
    return requirePerson(ask)
  },

  updatePeople(ask: Ask<UpdatePeople>) {
    const changes = new Map(ask.body.people.map(({ id, ...update }) => [id, update]))
    return toResults('id', [...changes.keys()], (id) => {
      const isKnown = listPeople(ask).some((person) => person.id === id)
      return isKnown && change(ask, id, changes.get(id) ?? {}) ? null : 'not_found'
    })
  },

  mergePerson(ask: Ask<MergePeople>) {
    const { count: _, ...kept } = requirePerson(ask)
    const seen = new Set([kept.id])
    return toResults('id', ask.body.ids, (id) => {
      if (seen.has(id)) return 'duplicate'
      seen.add(id)
      if (!listPeople(ask).some((person) => person.id === id)) return 'not_found'
      for (const asset of selectOwn(ask, id)) {
        const faces = asset.people.flatMap((person) => ([id, kept.id].includes(person.id) ? person.faces : []))
        asset.people = [...asset.people.filter((person) => ![id, kept.id].includes(person.id)), { ...kept, faces }]
        tell(ask, asset)
      }
      return null
    })
  },
}

function listPeople(ask: Ask): OwnPerson[] {
  const known = new Map<string, OwnPerson>()
  for (const asset of ask.store.assets.values()) {
    if (!isOwn(ask, asset.id)) continue
    for (const { faces: _, ...person } of asset.people)
      known.set(person.id, { ...person, count: (known.get(person.id)?.count ?? 0) + 1 })
  }
  return [...known.values()].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
}

export function requirePerson(ask: Ask): OwnPerson {
  return requireFound(
    listPeople(ask).find(({ id }) => id === ask.id),
    'person',
  )
}

/** Lists the caller's assets that show a person, those in the trash among them. */
function selectOwn({ store, caller }: Pick<Ask, 'store' | 'caller'>, personId: string): Asset[] {
  return [...store.assets.values()].filter(
    ({ ownerId, people }) => ownerId === caller.id && people.some(({ id }) => id === personId),
  )
}

function listShown(ask: Ask, personId: string): string[] {
  return selectOwn(ask, personId).flatMap(({ id }) => (isOwn(ask, id) ? id : []))
}

/** Changes a person in each of their assets. Returns false when the new cover does not show them. */
function change(ask: Ask, personId: string, { featureFaceAssetId: cover, ...update }: UpdatePerson): boolean {
  if (cover !== undefined && !listShown(ask, personId).includes(cover)) return false
  const picture = cover !== undefined && { thumbnailPath: `thumbs/${cover}-${personId}.jpeg` }
  const apply = (person: Person): Person => {
    const { name = person.name, birthDate = person.birthDate, isHidden = person.isHidden } = update
    return { ...person, name, birthDate, isHidden, ...picture }
  }
  for (const asset of selectOwn(ask, personId)) {
    asset.people = asset.people.map((person) => (person.id === personId ? apply(person) : person))
    tell(ask, asset)
  }
  return true
}

export function tell({ store, caller }: Pick<Ask, 'store' | 'caller'>, { id: assetId }: Asset): void {
  sendEvent(store, [caller.id], { type: 'asset.updated', assetId, changed: ['people'] })
}
