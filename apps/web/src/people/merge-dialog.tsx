import type { OwnPerson } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import choices from '../ui/lists/choices.module.css'
import { useFind } from '../ui/lists/find.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { Failure } from '../ui/notices/failure.js'
import { Face } from './face.js'
import { toName } from './to-name.js'

/** Chooses another person who is the same, and makes the two one. */
export function MergeDialog({ person, onClose }: { person: OwnPerson; onClose: () => void }) {
  const { queries, mutate, notify } = useService()
  const [chosen, setChosen] = useState<OwnPerson | null>(null)
  const read = useQuery(queries.people({ withHidden: true }))
  const others = (read.data?.people ?? [])
    .filter(({ id }) => id !== person.id)
    .sort((one, other) => formats.compare(one.name, other.name))
  const [found, field] = useFind(others, ({ name }) => name)
  const merging = useMutation({
    mutationFn: () => mutate(queries.mergePerson(person.id), { ids: chosen ? [chosen.id] : [] }),
    onSuccess: () => {
      if (chosen) notify(messages.people.merged(messages.quoted(toName(chosen)), messages.quoted(toName(person))))
      onClose()
    },
  })
  if (chosen) {
    return (
      <ConfirmDialog
        title={messages.people.mergeAsked(messages.quoted(toName(chosen)), messages.quoted(toName(person)))}
        words={messages.people.mergeMeans}
        verb={messages.people.merge}
        change={merging}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={messages.people.merging(messages.quoted(toName(person)))} onClose={onClose}>
      {read.error && <Failure error={read.error} />}
      {read.data && others.length === 0 && <p className="quiet">{messages.people.nobodyElse}</p>}
      {field}
      <Scrolled className={choices['choices']}>
        <LongList name="people" className={choices['list']} items={found} toKey={({ id }) => id}>
          {(other) => (
            <button type="button" className={choices['choice']} onClick={() => setChosen(other)}>
              <Face person={other} />
              <span className="two-lines">{toName(other)}</span>
            </button>
          )}
        </LongList>
      </Scrolled>
    </Dialog>
  )
}
