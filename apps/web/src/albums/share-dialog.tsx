import type { Album } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Avatar } from '../ui/avatar.js'
import { IconButton } from '../ui/button.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { People } from './people.js'
import people from './people.module.css'

/** Shares an album with more people, and removes people from it. */
export function ShareDialog({ album, onClose }: { album: Album; onClose: () => void }) {
  const { queries, notify } = useService()
  const [chosen, setChosen] = useState<string[]>([])
  const name = messages.quoted(album.albumName || messages.untitled)
  const share = useMutation({
    ...queries.addUsersToAlbum(album.id, { minimal: true }),
    onSuccess: ({ sharedUsers }) => {
      notify(
        messages.albums.isSharedWith(
          name,
          sharedUsers.map(({ name }) => name),
        ),
      )
      onClose()
    },
  })
  const removing = useMutation({
    ...queries.removeUserFromAlbum(album.id),
    // The album may be read again, without the person, before the answer is there.
    onMutate: (userId) => album.sharedUsers.find(({ id }) => id === userId)?.name ?? '',
    onSuccess: (_, _userId, person) => {
      notify(messages.albums.isNotSharedWith(name, person))
      onClose()
    },
  })
  return (
    <Dialog title={messages.albums.sharing(name)} onClose={onClose}>
      <DialogForm
        change={{ error: share.error ?? removing.error, isPending: share.isPending }}
        verb={messages.verbs.share}
        isReady={chosen.length > 0}
        onSubmit={() => share.mutate({ sharedUserIds: chosen })}
        onClose={onClose}
      >
        {album.sharedUsers.length > 0 && (
          <Scrolled className={people['scrolled']}>
            <LongList
              name="people"
              label={messages.albums.sharedWith}
              className={people['list']}
              items={album.sharedUsers}
              toKey={({ id }) => id}
            >
              {(user) => (
                <div className={people['person']}>
                  <Avatar user={user} />
                  <span>
                    {user.name}
                    <small className="quiet">{user.email}</small>
                  </span>
                  <IconButton
                    icon="close"
                    label={messages.albums.removePerson(user.name)}
                    disabled={removing.isPending}
                    onClick={() => removing.mutate(user.id)}
                  />
                </div>
              )}
            </LongList>
          </Scrolled>
        )}
        <People
          chosen={chosen}
          onChange={setChosen}
          except={[album.ownerId, ...album.sharedUsers.map(({ id }) => id)]}
        />
      </DialogForm>
    </Dialog>
  )
}
