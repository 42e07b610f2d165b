import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { removeFromAlbum } from '../albums/remove.js'
import { download } from '../downloads/download.js'
import { jobs } from '../jobs/names.js'
import { runJobs } from '../jobs/run.js'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useSelected, useSelection } from '../selection/selection.js'
import { useService } from '../service/service.js'
import { untag } from '../tags/untag.js'
import { BarButton, IconButton } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { markPictures } from './mark.js'
import styles from './selection-bar.module.css'
import { restorePictures, trashPictures } from './trash.js'

const NewAlbumDialog = lazy(async () => ({ default: (await import('../albums/new-album-dialog.js')).NewAlbumDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('../links/link-dialog.js')).LinkDialog }))
const TagDialog = lazy(async () => ({ default: (await import('../tags/tag-dialog.js')).TagDialog }))
const DateDialog = lazy(async () => ({ default: (await import('../corrections/date-dialog.js')).DateDialog }))
const PlaceDialog = lazy(async () => ({ default: (await import('../corrections/place-dialog.js')).PlaceDialog }))
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.js')).DeleteDialog }))
const AddToAlbumDialog = lazy(async () => ({
  default: (await import('../albums/add-to-album-dialog.js')).AddToAlbumDialog,
}))

type DialogName = 'new' | 'link' | 'add' | 'tag' | 'date' | 'place' | 'delete'

/** The actions on the selected pictures. */
export function SelectionBar() {
  const { queries } = useService()
  const { clear } = useSelection()
  const selected = useSelected()
  const { data: me } = useQuery(queries.me())
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [dialog, setAsked] = useState<DialogName | null>(null)
  if (selected.length === 0) return null
  const own = selected.filter(({ ownerId }) => ownerId === me?.id)
  const close = () => setAsked(null)
  const end = () => {
    close()
    clear()
  }
  return (
    <section className={styles['place']} aria-label={messages.selection.label}>
      <div className={styles['bar']} role="toolbar" aria-label={messages.selection.label}>
        <IconButton icon="close" label={messages.verbs.clearSelection} onClick={clear} />
        <strong role="status">{messages.selection.count(selected.length)}</strong>
        <span className={styles['space']} />
        {path === '/trash' ? (
          <InTrash own={own} onAsk={setAsked} onEnd={end} />
        ) : (
          <InLibrary selected={selected} own={own} path={path} onAsk={setAsked} onEnd={end} />
        )}
        <Suspense>
          {dialog === 'new' && <NewAlbumDialog pictures={own} onClose={close} onMade={end} />}
          {dialog === 'link' && (
            <LinkDialog
              title={messages.links.ofItems(own.length)}
              linked={{ assetIds: own.map(({ id }) => id) }}
              onClose={close}
            />
          )}
          {dialog === 'add' && <AddToAlbumDialog pictures={own} onClose={close} />}
          {dialog === 'tag' && <TagDialog pictures={own} onClose={close} />}
          {dialog === 'date' && <DateDialog pictures={own} onClose={close} />}
          {dialog === 'place' && <PlaceDialog pictures={own} onClose={close} />}
          {dialog === 'delete' && <DeleteDialog pictures={own} onClose={close} onDeleted={end} />}
        </Suspense>
      </div>
    </section>
  )
}

interface PartProps {
  /** The selected pictures that belong to the caller. */
  own: readonly Picture[]
  onAsk: (dialog: DialogName) => void
  /** Called when the selection is no longer needed. */
  onEnd: () => void
}

function InTrash({ own, onAsk, onEnd }: PartProps) {
  const service = useService()
  const restore = async () => {
    if (await restorePictures(service, own)) onEnd()
  }
  return (
    <>
      <BarButton icon="restore" label={messages.verbs.restore} onClick={() => void restore()} />
      <BarButton
        icon="trash"
        label={messages.verbs.deleteForGood}
        className={styles['danger']}
        onClick={() => onAsk('delete')}
      />
    </>
  )
}

/** The actions in the library. Pictures of others can only be viewed and downloaded. */
function InLibrary({ selected, own, path, onAsk, onEnd }: PartProps & { selected: readonly Picture[]; path: string }) {
  const service = useService()
  const { queries } = service
  const { albumId, tagId } = useParams({ strict: false })
  const { data: me } = useQuery(queries.me())
  const { data: album } = useQuery({
    ...queries.album(albumId ?? '', { minimal: true }),
    enabled: albumId !== undefined,
  })
  const removable = album?.ownerId === me?.id ? selected : own
  const ended = async (doing: Promise<boolean>) => {
    if (await doing) onEnd()
  }
  const areFavourites = own.every(({ isFavorite }) => isFavorite)
  const name = album?.albumName || messages.places.photos
  return (
    <>
      {own.length > 0 && (
        <>
          <BarButton
            icon="heart"
            label={areFavourites ? messages.verbs.favouriteNoMore : messages.verbs.favourite}
            onClick={() => void ended(markPictures(service, own, 'isFavorite', !areFavourites))}
          />
          <BarButton icon="albums" label={messages.albums.new} onClick={() => onAsk('new')} />
          <BarButton icon="plus" label={messages.verbs.addToAlbum} onClick={() => onAsk('add')} />
          <BarButton icon="link" label={messages.verbs.link} onClick={() => onAsk('link')} />
          <BarButton icon="tags" label={messages.verbs.tag} onClick={() => onAsk('tag')} />
        </>
      )}
      {tagId !== undefined && (
        <BarButton
          icon="minus"
          label={messages.verbs.untag}
          onClick={() => void ended(untag(service, tagId, selected))}
        />
      )}
      {albumId !== undefined && removable.length > 0 && (
        <BarButton
          icon="minus"
          label={messages.verbs.removeFromAlbum}
          onClick={() => void ended(removeFromAlbum(service, albumId, removable))}
        />
      )}
      <BarButton
        icon="download"
        label={messages.verbs.download}
        onClick={() => void download(service, { assetIds: selected.map(({ id }) => id) }, name)}
      />
      {own.length > 0 && (
        <>
          <BarButton
            icon="archive"
            label={path === '/archive' ? messages.verbs.unarchive : messages.verbs.archive}
            onClick={() => void ended(markPictures(service, own, 'isArchived', path !== '/archive'))}
          />
          <BarButton
            icon="trash"
            label={messages.verbs.moveToTrash}
            onClick={() => void ended(trashPictures(service, own))}
          />
          <label className={styles['menu']}>
            <Icon name="more" />
            <span>{messages.selection.more}</span>
            <select
              aria-label={messages.selection.more}
              value=""
              onChange={({ target: { value } }) => {
                const job = jobs.find((each) => each === value)
                if (job) void runJobs(service, job, own)
                if (value === 'date' || value === 'place') onAsk(value)
              }}
            >
              <option value="">{messages.selection.more}</option>
              <option value="date">{messages.corrections.date}</option>
              <option value="place">{messages.corrections.place}</option>
              {jobs.map((each) => (
                <option key={each} value={each}>
                  {messages.jobs.of[each].run}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </>
  )
}
