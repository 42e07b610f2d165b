import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Around } from '../ui/around.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { People } from './people.js'

interface NewAlbumProps {
  pictures: readonly Picture[]
  onClose: () => void
  /** Called when the album was created. */
  onMade: () => void
}

/** Creates an album of pictures, and shares it. */
export function NewAlbumDialog({ pictures, onClose, onMade }: NewAlbumProps) {
  const { queries, notify } = useService()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const me = useQuery(queries.me())
  const make = useMutation({
    ...queries.createAlbum({ minimal: true }),
    onSuccess: ({ id, albumName, assetCount }) => {
      notify(
        <Around sentence={(album) => messages.albums.has(album, assetCount)}>
          <Link to="/albums/$albumId" params={{ albumId: id }} search={{}}>
            {albumName || messages.untitled}
          </Link>
        </Around>,
      )
      onMade()
    },
  })
  return (
    <Dialog
      title={pictures.length > 0 ? messages.albums.newOf(pictures.length) : messages.albums.new}
      onClose={onClose}
    >
      <DialogForm
        change={make}
        verb={messages.albums.make}
        onSubmit={() =>
          make.mutate({ albumName: name.trim(), assetIds: pictures.map(({ id }) => id), sharedWithUserIds: chosen })
        }
        onClose={onClose}
      >
        <label htmlFor="album-name">{messages.fields.name}</label>
        <input id="album-name" value={name} maxLength={1_000} onChange={(event) => setName(event.target.value)} />
        <People chosen={chosen} onChange={setChosen} except={me.data ? [me.data.id] : []} />
      </DialogForm>
    </Dialog>
  )
}
