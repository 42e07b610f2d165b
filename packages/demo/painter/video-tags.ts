import type { Place, Shot } from './places.js'

/** What a phone writes into a video: QuickTime keeps its own dates in UTC, and the keys keep the place and the wall clock. */
export function videoTagsOf({ latitude, longitude, offset, camera }: Place, shot: Shot): Record<string, string> {
  const utc = new Date(`${shot.takenAt}${offset}`).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  const wallClock = shot.takenAt.replaceAll('-', ':').replace('T', ' ')
  const { make, model } = shot.camera ?? camera
  return {
    'QuickTime:CreateDate': utc,
    'QuickTime:ModifyDate': utc,
    'QuickTime:TrackCreateDate': utc,
    'QuickTime:TrackModifyDate': utc,
    'QuickTime:MediaCreateDate': utc,
    'QuickTime:MediaModifyDate': utc,
    'Keys:CreationDate': `${wallClock}${offset}`,
    'Keys:GPSCoordinates': `${latitude}, ${longitude}`,
    'Keys:Make': make,
    'Keys:Model': model,
    'Keys:Description': shot.description,
  }
}
