import { useState } from 'react'
import { useService } from '../service/service.js'
import styles from './cover.module.css'

interface CoverProps {
  /** The id of the picture; null for none. */
  id: string | null
  /** The version of the picture. */
  updatedAt: string
}

/** A picture that stands for others, such as those of an album. */
export function Cover({ id, updatedAt }: CoverProps) {
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
