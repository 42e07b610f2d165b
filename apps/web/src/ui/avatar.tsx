import type { User } from '@media-library/client'
import { useState } from 'react'
import { useService } from '../service/service.js'
import styles from './avatar.module.css'

interface AvatarProps {
  user: Pick<User, 'id' | 'name' | 'email' | 'avatarColor' | 'profileImagePath'>
  isLarge?: boolean
}

/** The picture of a user. Below it, and without one, are their initials on the colour that they chose. */
export function Avatar({ user, isLarge }: AvatarProps) {
  const { client } = useService()
  const [missing, setMissing] = useState<string | null>(null)
  const { profileImagePath: path } = user
  return (
    <span className={styles['avatar']} data-colour={user.avatarColor} data-large={isLarge} aria-hidden="true">
      {toInitials(user.name || user.email)}
      {path !== '' && path !== missing && (
        <img
          src={client.profileImageUrl(user)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(path)}
        />
      )}
    </span>
  )
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}
