import { lazy, Suspense, useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import styles from './corrections.module.css'

const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.js')).DateDialog }))
const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.js')).PlaceDialog }))

/** Buttons that correct the date and the place of a picture. */
export function Corrections({ picture }: { picture: Picture }) {
  const [dialog, setAsked] = useState<'date' | 'place' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className={styles['buttons']}>
      <button type="button" onClick={() => setAsked('date')}>
        {messages.corrections.date}
      </button>
      <button type="button" onClick={() => setAsked('place')}>
        {messages.corrections.place}
      </button>
      <Suspense>
        {dialog === 'date' && <DateDialog pictures={[picture]} onClose={close} />}
        {dialog === 'place' && <PlaceDialog pictures={[picture]} onClose={close} />}
      </Suspense>
    </div>
  )
}
