import { Store } from '@tanstack/react-store'
import type { fromEvent } from 'file-selector'
import { createContext, useContext } from 'react'
import { messages } from '../../language/messages.js'
import type { Service } from '../../service/service.js'
import { Failure } from '../../ui/notices/failure.js'
import type { Uploads } from '../uploads.js'

/** The uploads of this page. Their code is loaded when it is needed. */
export interface Uploading {
  /** The uploads; null until there is one. */
  loaded: Store<Uploads | null>
  /** Loads the uploads of the signed-in user. */
  load: () => Promise<Uploads>
  /** Adds the chosen or dropped files to the library, and to an album. */
  add: (choosing: ReturnType<typeof fromEvent>, albumId: string | undefined) => Promise<void>
  /** Stops the uploads when the user signs out. */
  end: () => void
}

export function createUploading({ client, queries, queryClient, notify }: Service): Uploading {
  const loaded = new Store<Uploads | null>(null)
  const load = async () => {
    const [{ createUploads }, { id }] = await Promise.all([
      import('../uploads.js'),
      queryClient.ensureQueryData(queries.me()),
    ])
    if (loaded.state?.userId === id) return loaded.state
    const uploads = createUploads(client, id)
    loaded.setState(() => uploads)
    return uploads
  }
  return {
    loaded,
    load,
    add: async (choosing, albumId) => {
      try {
        const files = (await choosing).filter((file) => file instanceof File)
        if (files.length === 0) return
        const [uploads, { collect }] = await Promise.all([load(), import('../collect.js')])
        const items = collect(files)
        if (items.length > 0) uploads.add(items, albumId)
        else notify(messages.uploads.noMedia)
      } catch (error) {
        notify(<Failure error={error} />, { isFailure: true })
      }
    },
    end: () => {
      loaded.state?.stop()
      loaded.setState(() => null)
    },
  }
}

export const UploadingContext = createContext<Uploading | null>(null)

export function useUploading(): Uploading {
  const uploading = useContext(UploadingContext)
  if (!uploading) throw new Error('There is no UploadingContext around this component.')
  return uploading
}
