import { ProblemError } from '../errors.js'

/** Returns the link. Throws `not_found` when there is none, or none of the caller. A wrong, a removed and an expired link are the same. */
export function requireLink<Found>(link: Found | null | undefined): Found {
  if (link !== null && link !== undefined) return link
  throw new ProblemError('not_found', 'There is no such link, or it has ended.')
}

/** Creates the problem of a visitor who has not entered the password of a link. */
export function passwordNeeded(detail: string): ProblemError {
  return new ProblemError('password_needed', detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="media-library"' },
  })
}

/** Throws `unusable_ids` unless the caller owns the album of a new link. */
export function requireOwnAlbum(albumId: string | undefined, isOwn: boolean): void {
  if (isOwn) return
  const errors = [{ pointer: '/albumId', code: 'unusable_id', detail: `There is no ${albumId} that you own.` }]
  throw new ProblemError('unusable_ids', 'The album is not one of yours. Nothing was written.', { errors })
}

/** Throws `invalid_request` for a link to an album, whose assets change with the album. */
export function requireChosen(link: { albumId: string | null }): void {
  if (link.albumId === null) return
  const detail = 'is a link to an album: add assets to the album, or remove them from it'
  throw new ProblemError('invalid_request', `/path/id ${detail}.`, {
    errors: [{ pointer: '/path/id', code: 'invalid_value', detail }],
  })
}
