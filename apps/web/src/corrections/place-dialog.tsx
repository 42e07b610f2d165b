import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { readCoordinates } from './coordinates.js'
import { readBefore, setPlace } from './correct.js'
import styles from './corrections.module.css'

/** Sets the place of pictures: that of one of them, or coordinates that a map gives. */
export function PlaceDialog({ pictures, onClose }: { pictures: readonly Picture[]; onClose: () => void }) {
  const service = useService()
  const words = messages.corrections
  const [text, setText] = useState('')
  const place = readCoordinates(text)
  const { data: known = [] } = useQuery({
    queryKey: ['placesOf', pictures.map(({ id }) => id)],
    queryFn: () => readBefore(service, pictures),
    select: (assets) =>
      assets.flatMap(({ originalFileName: name, exifInfo: { latitude, longitude, city, country } = {} }) =>
        latitude === undefined || longitude === undefined
          ? []
          : { key: `${latitude}, ${longitude}`, name: [city, country].filter(Boolean).join(', ') || name, file: name },
      ),
  })
  const places = [...new Map(known.map((each) => [each.key, each])).values()].slice(0, 20)
  const saving = useMutation({
    mutationFn: async () => {
      if (place) await setPlace(service, pictures, place)
    },
    onSuccess: onClose,
  })
  return (
    <Dialog title={words.place} onClose={onClose}>
      <DialogForm change={saving} verb={messages.verbs.save} onSubmit={() => saving.mutate()} onClose={onClose}>
        <label htmlFor="new-place">{words.coordinates}</label>
        <input
          id="new-place"
          required
          value={text}
          placeholder="38.7223, -9.1393"
          aria-describedby="new-place-help"
          onChange={({ target }) => {
            setText(target.value)
            target.setCustomValidity(target.value === '' || readCoordinates(target.value) ? '' : words.noCoordinates)
          }}
        />
        <p id="new-place-help" className="quiet">
          {words.fromMap}
        </p>
        {pictures.length > 1 && places.length > 0 && (
          <fieldset className={styles['ways']}>
            <legend>{words.sameAs}</legend>
            {places.map(({ key, name, file }) => (
              <label key={key}>
                <input type="radio" name="place" checked={text === key} onChange={() => setText(key)} />
                {name === file ? name : words.placeOf(name, file)}
              </label>
            ))}
          </fieldset>
        )}
      </DialogForm>
    </Dialog>
  )
}
