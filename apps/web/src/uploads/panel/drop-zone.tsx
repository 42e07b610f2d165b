import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { fromEvent } from 'file-selector'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messages } from '../../language/messages.js'
import { useService } from '../../service/service.js'
import { hasLeft } from '../remembered.js'
import styles from './drop-zone.module.css'
import { useUploading } from './uploading.js'

const UploadPanel = lazy(async () => ({ default: (await import('./panel.js')).UploadPanel }))

/** Accepts files and folders that are dropped anywhere on the page, and shows the progress of their upload. */
export function DropZone() {
  const { queries } = useService()
  const { albumId } = useParams({ strict: false })
  const { data: me } = useQuery(queries.me())
  const { loaded, load, end } = useUploading()
  const uploads = useSelector(loaded)
  const isOver = useDrop(albumId)
  useEffect(() => {
    if (me && hasLeft(me.id)) void load().catch(() => {})
  }, [me, load])
  useEffect(() => end, [end])
  return (
    <>
      {isOver && (
        <div className={styles['zone']}>
          <p>{albumId === undefined ? messages.uploads.drop : messages.uploads.dropIntoAlbum}</p>
        </div>
      )}
      {uploads && uploads.userId === me?.id && (
        <Suspense>
          <UploadPanel uploads={uploads} albumId={albumId} />
        </Suspense>
      )}
    </>
  )
}

/** Returns whether files are dragged over the page. */
function useDrop(albumId: string | undefined): boolean {
  const { add } = useUploading()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    // A picture that is dragged within the page also counts as a file.
    let isOwn = false
    const hasFiles = ({ dataTransfer }: DragEvent) => !isOwn && (dataTransfer?.types.includes('Files') ?? false)
    const listen = (
      name: 'dragstart' | 'dragend' | 'dragover' | 'dragleave' | 'drop',
      listener: (event: DragEvent) => void,
    ) => window.addEventListener(name, listener, { signal: listening.signal })
    listen('dragstart', () => {
      isOwn = true
    })
    listen('dragend', () => {
      isOwn = false
    })
    // Counting the entered and left elements would fail: an element that is removed is never left.
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false)
    })
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    })
    listen('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void add(fromEvent(event), albumId)
    })
    // A mouse that drags files sends no pointermove. Not every cancelled drag sends an event.
    window.addEventListener('pointermove', () => setOver(false), { signal: listening.signal })
    return () => listening.abort()
  }, [albumId, add])
  return isOver
}
