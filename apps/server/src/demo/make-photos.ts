import { makePhoto } from './photo.js'
import { type Place, placesOfAda, placesOfBen } from './places.js'

const AT_ONCE = 2

/** Where the photos of the two users go. */
export interface PhotoFolders {
  photosOfAda: string
  photosOfBen: string
}

/** Makes the photos that are missing in the folders of the two users, and calls `onPhoto` after each. */
export const makePhotos = async (
  folders: PhotoFolders,
  onPhoto: (done: number, total: number) => void,
): Promise<void> => {
  const shotsOf = (folder: string, places: Place[]) =>
    places.flatMap((place) => place.shots.map((shot) => ({ folder, place, shot })))
  const shots = [...shotsOf(folders.photosOfAda, placesOfAda), ...shotsOf(folders.photosOfBen, placesOfBen)]
  const waiting = shots.values()
  let done = 0
  const makeNext = async () => {
    for (const { folder, place, shot } of waiting) {
      await makePhoto(folder, place, shot)
      done += 1
      onPhoto(done, shots.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
}
