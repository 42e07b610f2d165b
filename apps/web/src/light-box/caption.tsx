import { messages } from '../language/messages.js'
import { type Picture, takenOn } from '../pictures/picture.js'
import { type Section, toDay } from '../pictures/section.js'
import styles from './caption.module.css'

interface CaptionProps {
  picture: Picture
  /** The pictures around it, in their order. */
  pictures: Picture[]
  sections: Section[]
}

/** The time and place of a picture, its name, and its position among the others. */
export function Caption({ picture: { id, name, takenAt, place }, pictures, sections }: CaptionProps) {
  const day = toDay(takenAt)
  const at = sections.findIndex(({ key }) => key === day)
  const ofDay = pictures.filter((picture) => toDay(picture.takenAt) === day)
  const number = countPictures(sections.slice(0, at)) + ofDay.findIndex((picture) => picture.id === id) + 1
  return (
    <p className={styles['caption']}>
      <strong>{takenOn(takenAt)}</strong>
      {place && <span>{place}</span>}
      <span>{name}</span>
      {at >= 0 && (
        <span className={styles['number']}>{messages.lightBox.position(number, countPictures(sections))}</span>
      )}
    </p>
  )
}

function countPictures(sections: Section[]) {
  return sections.reduce((sum, { count }) => sum + count, 0)
}
