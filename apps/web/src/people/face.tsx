import type { OwnPerson } from '@media-library/client'
import { useState } from 'react'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import styles from './face.module.css'

type Shown = Pick<OwnPerson, 'id' | 'thumbnailPath' | 'isHidden'>

/** The round picture of a person. While it is being made, there is an outline; an event then changes the path. */
export function Face({ person }: { person: Shown }) {
  const { client } = useService()
  const [missing, setMissing] = useState<string | null>(null)
  const address = client.personUrl(person)
  const hidden = person.isHidden || undefined
  if (missing === address) {
    return (
      <span className={styles['face']} data-hidden={hidden}>
        <Icon name="person" />
      </span>
    )
  }
  return (
    <img
      className={styles['face']}
      data-hidden={hidden}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(address)}
    />
  )
}
