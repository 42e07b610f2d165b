import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the paths of the demo in the data folder. */
export function demoFiles(dataDir: string) {
  const folder = join(dataDir, 'demo')
  const photos = join(folder, 'photos')
  return {
    folder,
    photos,
    photosOfAda: join(photos, 'ada'),
    photosOfBen: join(photos, 'ben'),
    apiKey: join(folder, 'api-key'),
    lock: join(folder, 'lock'),
    /** Exists while the demo is being created, and remains after an interruption. */
    unfinished: join(folder, 'unfinished'),
  }
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
