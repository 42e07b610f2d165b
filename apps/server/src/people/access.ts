import { ProblemError } from '../errors.js'

/** Returns the person. Throws `not_found` when the caller has no such person. */
export function requirePerson<Found>(person: Found | null): Found {
  if (person !== null) return person
  throw new ProblemError('not_found', 'There is no such person.')
}

/** Throws `not_found` when the caller has no such face. */
export function requireFace(isFound: boolean): void {
  if (!isFound) throw new ProblemError('not_found', 'There is no such face.')
}

/** Throws `unusable_ids` when the caller has no such face. */
export function requireUsableFace(faceId: string, isFound: boolean): void {
  if (isFound) return
  const errors = [{ pointer: '/id', code: 'unusable_id', detail: `There is no face ${faceId} in an asset of yours.` }]
  throw new ProblemError('unusable_ids', 'There is no such face. Nothing was written.', { errors })
}

/** Throws `unusable_ids` unless the picture can be cut out of the asset, because it shows the person. */
export function requireCover(assetId: string | undefined, isUsable: boolean): void {
  if (isUsable) return
  const detail = `There is no ${assetId} of yours that shows the person.`
  const errors = [{ pointer: '/featureFaceAssetId', code: 'unusable_id', detail }]
  throw new ProblemError('unusable_ids', 'The asset does not show the person. Nothing was written.', { errors })
}
