import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { markPictures } from '../actions/mark.js'
import { restorePictures, trashPictures } from '../actions/trash.js'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { IconButton } from '../ui/button.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './light-box.module.css'

const TagDialog = lazy(async () => ({ default: (await import('../tags/tag-dialog.js')).TagDialog }))
const AddToAlbumDialog = lazy(async () => ({
  default: (await import('../albums/add-to-album-dialog.js')).AddToAlbumDialog,
}))

/** The actions of the owner on the picture in the light box. */
export function PictureActions({ picture, onGone }: { picture: Picture; onGone: () => void }) {
  const service = useService()
  const { queries, mutate, notify } = service
  const { albumId, personId } = useParams({ strict: false })
  const { data: me } = useQuery(queries.me())
  const { data: album } = useQuery({
    ...queries.album(albumId ?? '', { minimal: true }),
    enabled: albumId !== undefined,
  })
  const { data: asset } = useQuery(queries.asset(picture.id))
  const [dialog, setAsked] = useState<'album' | 'tag' | null>(null)
  const isOwn = picture.ownerId === me?.id
  const isFavourite = asset?.isFavorite ?? picture.isFavorite
  const isTrashed = asset?.isTrashed ?? picture.isTrashed
  const close = () => setAsked(null)
  const goneAfter = async (doing: Promise<boolean>) => {
    if (await doing) onGone()
  }
  const setCover = async (id: string) => {
    try {
      await mutate(queries.updateAlbumInfo(id), { albumThumbnailAssetId: picture.id })
      notify(messages.albums.isCover)
    } catch (error) {
      notify(<Failure error={error} />, { isFailure: true })
    }
  }
  const setFace = async (id: string) => {
    try {
      await mutate(queries.updatePerson(id), { featureFaceAssetId: picture.id })
      notify(messages.people.isCover)
    } catch (error) {
      notify(<Failure error={error} />, { isFailure: true })
    }
  }
  const button = { className: 'yarl__button' }
  return (
    <>
      {albumId !== undefined && album?.ownerId === me?.id && (
        <IconButton {...button} icon="cover" label={messages.verbs.setCover} onClick={() => void setCover(albumId)} />
      )}
      {personId !== undefined && isOwn && !isTrashed && (
        <IconButton {...button} icon="cover" label={messages.verbs.setCover} onClick={() => void setFace(personId)} />
      )}
      {isOwn && isTrashed && (
        <IconButton
          {...button}
          icon="restore"
          label={messages.verbs.restore}
          onClick={() => void goneAfter(restorePictures(service, [picture]))}
        />
      )}
      {isOwn && !isTrashed && (
        <>
          <IconButton
            className={`yarl__button ${styles['heart']}`}
            icon="heart"
            label={messages.verbs.favourite}
            aria-pressed={isFavourite}
            onClick={() => void markPictures(service, [picture], 'isFavorite', !isFavourite)}
          />
          <IconButton {...button} icon="plus" label={messages.verbs.addToAlbum} onClick={() => setAsked('album')} />
          <IconButton {...button} icon="tags" label={messages.verbs.tag} onClick={() => setAsked('tag')} />
          <IconButton
            {...button}
            icon="trash"
            label={messages.verbs.moveToTrash}
            onClick={() => void goneAfter(trashPictures(service, [picture]))}
          />
        </>
      )}
      <Suspense>
        {dialog === 'album' && <AddToAlbumDialog pictures={[picture]} onClose={close} />}
        {dialog === 'tag' && <TagDialog pictures={[picture]} onClose={close} />}
      </Suspense>
    </>
  )
}
