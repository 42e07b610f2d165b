import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { moveDates, setDate } from './correct.js'
import styles from './corrections.module.css'

/** Corrects the date of a picture, or sets or moves the dates of many. */
export function DateDialog({ pictures, onClose }: { pictures: readonly Picture[]; onClose: () => void }) {
  const service = useService()
  const words = messages.corrections
  const [isMoved, setMoved] = useState(false)
  const [date, setTyped] = useState(pictures[0]?.takenAt.slice(0, 16) ?? '')
  const [isEarlier, setEarlier] = useState(false)
  const [hours, setHours] = useState(0)
  const [minutes, setMinutes] = useState(0)
  const by = (hours * 60 + minutes) * (isEarlier ? -1 : 1)
  const saving = useMutation({
    mutationFn: () => (isMoved ? moveDates(service, pictures, by) : setDate(service, pictures, date)),
    onSuccess: onClose,
  })
  return (
    <Dialog title={words.date} onClose={onClose}>
      <DialogForm
        change={saving}
        verb={messages.verbs.save}
        isReady={!isMoved || Boolean(by)}
        onSubmit={() => saving.mutate()}
        onClose={onClose}
      >
        {pictures.length > 1 && (
          <fieldset className={styles['ways']}>
            <legend>{words.how}</legend>
            <label>
              <input type="radio" name="way" checked={!isMoved} onChange={() => setMoved(false)} />
              {words.sameDate}
            </label>
            <label>
              <input type="radio" name="way" checked={isMoved} onChange={() => setMoved(true)} />
              {words.moved}
            </label>
          </fieldset>
        )}
        {isMoved ? (
          <div className={styles['numbers']}>
            <label>
              {words.hours}
              <input
                type="number"
                required
                min={0}
                max={876_000}
                value={hours}
                onChange={({ target }) => setHours(target.valueAsNumber)}
              />
            </label>
            <label>
              {words.minutes}
              <input
                type="number"
                required
                min={0}
                max={59}
                value={minutes}
                onChange={({ target }) => setMinutes(target.valueAsNumber)}
              />
            </label>
            <label>
              {words.direction}
              <select
                value={isEarlier ? 'earlier' : 'later'}
                onChange={({ target }) => setEarlier(target.value === 'earlier')}
              >
                <option value="later">{words.later}</option>
                <option value="earlier">{words.earlier}</option>
              </select>
            </label>
          </div>
        ) : (
          <>
            <label htmlFor="new-date">{words.localTime}</label>
            <input
              id="new-date"
              type="datetime-local"
              required
              min="0001-01-02T00:00"
              max="9999-12-30T23:59"
              value={date}
              onChange={({ target }) => setTyped(target.value)}
            />
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
