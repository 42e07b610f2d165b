import { messages } from '../language/messages.js'
import { type Picture, takenOn } from '../pictures/picture.js'
import { dayOf, type Section } from '../pictures/section.js'
import styles from './caption.module.css'

interface CaptionProps {
  picture: Picture
  /** The pictures around it, in their order. */
  pictures: Picture[]
  sections: Section[]
}

/** The time and place of a picture, its name, and its position among the others. */
export function Caption({ picture: { id, name, takenAt, place }, pictures, sections }: CaptionProps) {
  const day = dayOf(takenAt)
  const at = sections.findIndex(({ key }) => key === day)
  const ofDay = pictures.filter((picture) => dayOf(picture.takenAt) === day)
  const number = countOf(sections.slice(0, at)) + ofDay.findIndex((picture) => picture.id === id) + 1
  return (
    <p className={styles['caption']}>
      <strong>{takenOn(takenAt)}</strong>
      {place && <span>{place}</span>}
      <span>{name}</span>
      {at >= 0 && <span className={styles['number']}>{messages.lightBox.position(number, countOf(sections))}</span>}
    </p>
  )
}

function countOf(sections: Section[]) {
  return sections.reduce((sum, { count }) => sum + count, 0)
}
