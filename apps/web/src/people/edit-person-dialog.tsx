import type { OwnPerson } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import dialog from '../ui/dialogs/dialog.module.css'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { Failure } from '../ui/notices/failure.js'

/** Changes the name and the date of birth of a person. When somebody else has the name, it asks whether they are the same person. */
export function EditPersonDialog({ person, onClose }: { person: OwnPerson; onClose: () => void }) {
  const { queries, queryClient, mutate } = useService()
  const [name, setName] = useState(person.name)
  const [born, setBorn] = useState(person.birthDate ?? '')
  const [others, setOthers] = useState<OwnPerson[]>([])
  const findOthers = async () => {
    const all = queries.people({ withHidden: true })
    const { people } = await queryClient.fetchQuery({ ...all, staleTime: 0 })
    return people.filter((other) => other.id !== person.id && other.name === name.trim())
  }
  const saving = useMutation({
    mutationFn: async (isSame: boolean | null) => {
      const isNew = name.trim() !== '' && name.trim() !== person.name
      const twins = isNew && isSame === null ? await findOthers() : []
      if (twins.length > 0) return twins
      await mutate(queries.updatePerson(person.id), { name: name.trim(), birthDate: born || null })
      if (isSame) await mutate(queries.mergePerson(person.id), { ids: others.map(({ id }) => id) })
      return []
    },
    onSuccess: (twins) => (twins.length > 0 ? setOthers(twins) : onClose()),
  })
  if (others.length > 0) {
    return (
      <Dialog title={messages.people.isSame(messages.quoted(name.trim()))} onClose={onClose}>
        {saving.error && <Failure error={saving.error} />}
        <p>{messages.people.isSameMeans}</p>
        <div className={dialog['actions']}>
          <button type="button" disabled={saving.isPending} onClick={() => saving.mutate(false)}>
            {messages.people.keepBoth}
          </button>
          <button type="button" className="primary" disabled={saving.isPending} onClick={() => saving.mutate(true)}>
            {messages.people.merge}
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={messages.people.editing} onClose={onClose}>
      <DialogForm change={saving} verb={messages.verbs.save} onSubmit={() => saving.mutate(null)} onClose={onClose}>
        <label htmlFor="person-name">{messages.fields.name}</label>
        <input
          id="person-name"
          value={name}
          maxLength={500}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
        <label htmlFor="person-born">{messages.people.birthDate}</label>
        <input id="person-born" type="date" value={born} onChange={({ target }) => setBorn(target.value)} />
      </DialogForm>
    </Dialog>
  )
}
