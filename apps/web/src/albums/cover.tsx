import type { Album } from '@media-library/client'
import { useState } from 'react'
import { useService } from '../service/service.js'
import styles from './cover.module.css'

/** The cover of an album. */
export function Cover({ album: { albumThumbnailAssetId: id, updatedAt } }: { album: Album }) {
  const { client } = useService()
  const [missing, setMissing] = useState<string | null>(null)
  if (!id || missing === id) return <span className={styles['cover']} />
  return (
    <img
      className={styles['cover']}
      src={client.thumbnailUrl({ id, updatedAt })}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(id)}
    />
  )
}
