import type { fromEvent } from 'file-selector'
import { queries, queryClient } from '../../service/client.js'
import { Failure } from '../../ui/failure.js'
import { notify } from '../../ui/notices.js'
import type { Uploads } from '../uploads.js'

const listeners = new Set<() => void>()
let loaded: Uploads | null = null

/** What this page uploads; null while there was nothing to upload. Its code is loaded when it is needed. */
export function loadedUploads(): Uploads | null {
  return loaded
}

/** Calls a listener when there is something to upload. */
export function onLoaded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads what uploads the files of whoever is signed in. */
export async function loadUploads(): Promise<Uploads> {
  const [{ createUploads }, { id }] = await Promise.all([
    import('../uploads.js'),
    queryClient.ensureQueryData(queries.me()),
  ])
  if (loaded?.userId === id) return loaded
  loaded = createUploads(id)
  for (const listener of listeners) listener()
  return loaded
}

/** Stops what is sent, when nobody is signed in any more. */
export function endUploads(): void {
  loaded?.stop()
  loaded = null
}

/** Adds what was chosen or dropped to the library, and to an album. */
export async function addFiles(choosing: ReturnType<typeof fromEvent>, albumId: string | undefined): Promise<void> {
  try {
    const files = (await choosing).filter((file) => file instanceof File)
    if (files.length === 0) return
    const [uploads, { collect }] = await Promise.all([loadUploads(), import('../collect.js')])
    const items = collect(files)
    if (items.length > 0) uploads.add(items, albumId)
    else notify('There are no photos, videos or sounds in it.')
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
  }
}
