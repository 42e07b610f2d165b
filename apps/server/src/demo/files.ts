import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the demo keeps what under the data folder. */
export const demoFiles = (dataDir: string) => {
  const folder = join(dataDir, 'demo')
  const photos = join(folder, 'photos')
  return {
    folder,
    photos,
    photosOfAda: join(photos, 'ada'),
    photosOfBen: join(photos, 'ben'),
    apiKey: join(folder, 'api-key'),
    lock: join(folder, 'lock'),
    /** Exists from before the first thing is made until after the last. */
    unfinished: join(folder, 'unfinished'),
  }
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
