import type { Asset, AssetFace, ChosenFace, Face, FacesFilter, Person } from '@media-library/contract/schemas'
import { type Ask, isOwn, Refusal, requireFound } from '../ask.js'
import { requirePerson, tell } from './people.js'

/** The faces of the people of assets, and those that were taken off. */
export const faces = {
  getFaces(ask: Ask<unknown, FacesFilter>): AssetFace[] {
    requireFound(isOwn(ask, ask.query.id) || undefined, 'asset')
    return listFaces(ask)
      .filter(({ asset, person }) => asset.id === ask.query.id && !person?.isHidden)
      .map(({ face, person }) => ({ ...face, person: person && toPerson(person) }))
  },

  reassignFacesById(ask: Ask<ChosenFace>) {
    const known = [...ask.store.unnamed.values()].find(
      ({ assetId, person }) => isOwn(ask, assetId) && person.id === ask.id,
    )
    const person = known ? toPerson(known.person) : toPerson(requirePerson(ask))
    const found = listFaces(ask).find(({ face }) => face.id === ask.body.id)
    if (!found) {
      const errors = [{ pointer: '/id', code: 'unusable_id', detail: 'is no face in an asset of yours' }]
      throw new Refusal('unusable_ids', undefined, { errors })
    }
    take(found)
    ask.store.unnamed.delete(found.face.id)
    const shown = found.asset.people.find(({ id }) => id === person.id)
    if (shown) shown.faces = [...shown.faces, found.face]
    else found.asset.people = [...found.asset.people, { ...person, faces: [found.face] }]
    tell(ask, found.asset)
    return requirePerson(ask)
  },

  unassignFace(ask: Ask) {
    const { asset, face, person } = requireFound(
      listFaces(ask).find(({ face }) => face.id === ask.id),
      'face',
    )
    if (!person) return
    take({ asset, face })
    ask.store.unnamed.set(face.id, { assetId: asset.id, face, person })
    tell(ask, asset)
  },
}

interface Shown {
  asset: Asset
  face: Face
  person: Person | null
}

/** Lists the faces in the caller's visible assets. */
function listFaces(ask: Ask): Shown[] {
  return [...ask.store.assets.values()]
    .filter(({ id }) => isOwn(ask, id))
    .flatMap((asset) => [
      ...asset.people.flatMap((person) => person.faces.map((face) => ({ asset, face, person }))),
      ...[...ask.store.unnamed.values()]
        .filter(({ assetId }) => assetId === asset.id)
        .map(({ face }) => ({ asset, face, person: null })),
    ])
}

/** Takes a face from whom it shows. */
function take({ asset, face }: Pick<Shown, 'asset' | 'face'>): void {
  asset.people = asset.people.flatMap((person) => {
    const left = person.faces.filter(({ id }) => id !== face.id)
    return left.length === 0 && person.faces.length > 0 ? [] : [{ ...person, faces: left }]
  })
}

function toPerson({ birthDate, id, isHidden, name, thumbnailPath }: Omit<Person, 'faces'>) {
  return { birthDate, id, isHidden, name, thumbnailPath }
}
