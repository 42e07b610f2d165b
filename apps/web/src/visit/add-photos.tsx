import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import { Failure } from '../ui/notices/failure.js'

/** After how many milliseconds the wall is read again, so that it shows thumbnails that were made meanwhile. */
const LOOK_AGAIN_MS = [0, 2_000, 5_000, 15_000, 60_000]

/** Sends photos of a visitor to the owner of the link, one after the other. */
export function AddPhotos() {
  const { client, queryClient, notify } = useService()
  const input = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      for (const [index, file] of files.entries()) {
        const close = notify(messages.visit.adding(index + 1, files.length), { stays: true })
        await client.uploadFile(file).finally(close)
      }
    },
    onSuccess: (_, files) => void notify(messages.visit.added(files.length)),
    onError: (error) => void notify(<Failure error={error} />, { isFailure: true }),
    // Some may have arrived before one failed. Visitors get no events that tell when thumbnails exist.
    onSettled: () => {
      for (const delay of LOOK_AGAIN_MS) setTimeout(() => void queryClient.invalidateQueries(), delay)
    },
  })
  return (
    <>
      <button type="button" disabled={adding.isPending} onClick={() => input.current?.click()}>
        <Icon name="plus" /> {messages.verbs.addPhotos}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ target }) => {
          adding.mutate([...(target.files ?? [])])
          // Lets people choose the same files again.
          target.value = ''
        }}
      />
    </>
  )
}
