import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Around } from '../ui/around.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'

/** The number of tags that are offered at once; typing finds the others. */
const MOST = 50

/** Adds a tag to pictures: an existing or a new one. */
export function TagDialog({ pictures, onClose }: { pictures: readonly Picture[]; onClose: () => void }) {
  const { queries, queryClient, mutate, notify } = useService()
  const [name, setName] = useState('')
  const tags = useQuery(queries.tags())
  const wanted = name.trim().toLowerCase()
  const offered = (tags.data ?? []).filter((tag) => tag.name.toLowerCase().includes(wanted)).slice(0, MOST)
  const tagging = useMutation({
    mutationFn: async () => {
      const wanted = name.trim()
      const known = (await queryClient.fetchQuery({ ...queries.tags(), staleTime: 0 })).find(
        ({ name }) => name === wanted,
      )
      const tag = known ?? (await mutate(queries.createTag(), { name: wanted }))
      const results = await mutate(queries.addTagToAssets(tag.id), { assetIds: pictures.map(({ id }) => id) })
      return { tag, refused: results.filter(({ error }) => error === 'not_found').length }
    },
    onSuccess: ({ tag, refused }) => {
      notify(
        <Around sentence={(name) => messages.tags.tagged(name, refused)}>
          <Link to="/tags/$tagId" params={{ tagId: tag.id }} search={{}}>
            {tag.name}
          </Link>
        </Around>,
      )
      onClose()
    },
  })
  return (
    <Dialog title={messages.tags.tagging} onClose={onClose}>
      <DialogForm change={tagging} verb={messages.verbs.tag} onSubmit={() => tagging.mutate()} onClose={onClose}>
        <label htmlFor="tag-name">{messages.fields.tag}</label>
        <input
          id="tag-name"
          list="known-tags"
          value={name}
          maxLength={500}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <datalist id="known-tags">
          {offered.map((tag) => (
            <option key={tag.id} value={tag.name} />
          ))}
        </datalist>
      </DialogForm>
    </Dialog>
  )
}
