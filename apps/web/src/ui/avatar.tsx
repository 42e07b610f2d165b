import styles from './avatar.module.css'

/** The initials of a person on the colour that they chose. */
export function Avatar({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={styles['avatar']} data-colour={colour} aria-hidden="true">
      {toInitials(name)}
    </span>
  )
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}
