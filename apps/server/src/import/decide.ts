import { checkFile, type ReadFile } from './read-file.js'
import type { KnownFile } from './stored-files.js'

/** The changes that a batch makes; a moved file keeps its asset. */
export interface Decisions {
  added: ReadFile[]
  updated: { id: string; file: ReadFile }[]
  /** `isDescribed` when the side-car at the new place is another one. */
  moved: { id: string; file: ReadFile; isDescribed: boolean }[]
  /** `id` is the asset that has the content; null for a file of the same batch. */
  duplicates: { id: string | null; file: ReadFile }[]
}

/**
 * Decides by content what happens to each file. `twins` are the owner's assets with the same contents. A twin whose file has
 * changed since then does not count.
 */
export async function decide(files: ReadFile[], twins: KnownFile[]): Promise<Decisions> {
  const decisions: Decisions = { added: [], updated: [], moved: [], duplicates: [] }
  const states = await Promise.all(twins.map(async (known) => ({ known, state: await checkFile(known) })))
  const taken = new Set<string>()
  for (const file of files) {
    const same = states.filter(({ known }) => known.checksum === file.checksum)
    const copy = same.find(({ state }) => state === 'same')
    const gone = same.find(({ state }) => state === 'gone')
    if (file.known) decisions.updated.push({ id: file.known.id, file })
    else if (taken.has(file.checksum) || copy) decisions.duplicates.push({ id: copy?.known.id ?? null, file })
    else if (gone) {
      const isDescribed = gone.known.sidecarVersion !== file.sidecarVersion
      decisions.moved.push({ id: gone.known.id, file, isDescribed })
    } else decisions.added.push(file)
    taken.add(file.checksum)
  }
  return decisions
}
