import type { Album } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialog.js'
import dialog from '../ui/dialog.module.css'
import { Failure } from '../ui/failure.js'
import styles from './choices.module.css'
import { People } from './people.js'

/** Shares an album with more people, and takes people off it. */
export function ShareDialog({ album, onClose }: { album: Album; onClose: () => void }) {
  const { queries, notify } = useService()
  const [chosen, setChosen] = useState<string[]>([])
  const share = useMutation({
    ...queries.addUsersToAlbum(album.id, { minimal: true }),
    onSuccess: ({ sharedUsers }) => {
      notify(`“${album.albumName || 'Untitled'}” is shared with ${sharedUsers.map(({ name }) => name).join(', ')}.`)
      onClose()
    },
  })
  const removing = useMutation({
    ...queries.removeUserFromAlbum(album.id),
    onSuccess: (_, userId) => {
      const name = album.sharedUsers.find(({ id }) => id === userId)?.name
      notify(`“${album.albumName || 'Untitled'}” is no longer shared with ${name}.`)
      onClose()
    },
  })
  return (
    <Dialog title={`Share “${album.albumName || 'Untitled'}”`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          share.mutate({ sharedUserIds: chosen })
        }}
      >
        {(share.error ?? removing.error) && <Failure error={share.error ?? removing.error} />}
        {album.sharedUsers.length > 0 && (
          <ul className={styles['choices']} aria-label="Shared with">
            {album.sharedUsers.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className={`${styles['choice']} danger-quiet`}
                  disabled={removing.isPending}
                  onClick={() => removing.mutate(id)}
                >
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <People
          chosen={chosen}
          onChange={setChosen}
          except={[album.ownerId, ...album.sharedUsers.map(({ id }) => id)]}
        />
        <div className={dialog['actions']}>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={chosen.length === 0 || share.isPending}>
            Share
          </button>
        </div>
      </form>
    </Dialog>
  )
}
