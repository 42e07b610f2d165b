import { type ReactNode, useId, useState } from 'react'
import { messages } from '../../language/messages.js'
import { fold } from './fold.js'

/** The length from which a list needs a search: the browser finds only what is seen. */
const MANY = 50

/** Returns the items whose name contains what was typed, and the field for it, which a short list does without. */
export function useFind<Item>(items: readonly Item[], toName: (item: Item) => string): [readonly Item[], ReactNode] {
  const [search, setSearch] = useState('')
  const id = useId()
  const wanted = fold(search).join(' ')
  if (items.length < MANY) return [items, null]
  const found = wanted === '' ? items : items.filter((item) => fold(toName(item)).join(' ').includes(wanted))
  const field = (
    <>
      <label htmlFor={id} className="hidden">
        {messages.findByName}
      </label>
      <input
        id={id}
        type="search"
        value={search}
        placeholder={messages.findByName}
        onChange={({ target }) => setSearch(target.value)}
      />
      <span className="quiet" role="status">
        {found.length === 0 && messages.findsNothing}
      </span>
    </>
  )
  return [found, field]
}
