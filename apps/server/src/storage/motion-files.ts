import { type DerivedFiles, toDerivedFiles } from './derived-files.js'
import { openFolder } from './folder.js'

/** The copies of the videos inside photos, and the folder beneath which they lie. */
export interface MotionFiles {
  folder: string
  files: Pick<DerivedFiles, 'replace' | 'remove' | 'removeOf' | 'open'>
}

/** Opens the folder of the uploads. It never is a bucket: jobs and clients read parts of videos at random. */
export function openMotionFiles(folder: string): MotionFiles {
  return { folder, files: toDerivedFiles(openFolder(folder)) }
}
