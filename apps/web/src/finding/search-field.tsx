import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { messages } from '../language/messages.js'
import { Icon } from '../ui/icon.js'
import { type Asked, join, MOST_LETTERS, readAsked, toWords } from './asked.js'
import styles from './search-field.module.css'
import { type Goal, suggest } from './suggest.js'
import { Suggestions } from './suggestions.js'
import { useSources } from './use-sources.js'

/** The field that finds: suggestions as somebody types, and what is asked for with Enter. */
export function SearchField({ isBehind }: { isBehind: boolean }) {
  const navigate = useNavigate()
  const key = useRouterState({ select: ({ location }) => toKey(location) })
  const { path, asked } = useMemo((): Place => JSON.parse(key), [key])
  const q = asked.q ?? ''
  // What was typed is forgotten when something else is asked for.
  const [typed, setTyped] = useState({ of: key, text: q })
  const text = typed.of === key ? typed.text : q
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  useSlash(input)

  const sources = useSources(asked, isOpen)
  const groups = useMemo(() => (isOpen && text !== q ? suggest(text, sources) : []), [isOpen, text, q, sources])
  const goals = groups.flatMap(({ suggestions }) => suggestions.map(({ goal }) => goal))
  const type = (text: string) => {
    setTyped({ of: key, text })
    setActive(-1)
    setOpen(true)
  }
  const leave = () => {
    setTyped({ of: key, text: q })
    setOpen(false)
    setActive(-1)
    document.getElementById('main')?.focus()
  }
  const go = (goal: Goal) => {
    leave()
    void navigate(goal)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    } else if (step && goals.length > 0) {
      event.preventDefault()
      // Beyond the last one is the field itself.
      setActive(((active + 1 + step + goals.length + 1) % (goals.length + 1)) - 1)
    }
  }
  return (
    <search
      className={styles['search']}
      data-behind={isBehind || undefined}
      data-here={path === '/search' || undefined}
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          go(goals[active] ?? { to: '/search', search: { ...asked, q: join(toWords(text)) } })
        }}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      >
        <Icon name="find" />
        <input
          ref={input}
          id="search"
          type="search"
          role="combobox"
          aria-label={messages.finding.search}
          aria-autocomplete="list"
          aria-expanded={goals.length > 0}
          aria-controls={list}
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          aria-keyshortcuts="/"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={messages.finding.placeholder}
          maxLength={MOST_LETTERS}
          value={text}
          onChange={({ target }) => type(target.value)}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <Suggestions id={list} groups={groups} active={active} onChoose={go} />
      </form>
    </search>
  )
}

/** Focuses the field. On a phone, it is seen only then. */
export function focusSearch(): void {
  document.getElementById('search')?.focus()
}

/** The view, and what is asked for there. */
interface Place {
  path: string
  asked: Asked
}

/** Returns a text that changes with the view and with what is asked for. */
function toKey({ pathname: path, search }: { pathname: string; search: Record<string, unknown> }): string {
  return JSON.stringify({ path, asked: path === '/search' ? readAsked(search) : {} } satisfies Place)
}

/** Lets the key `/` focus the field, unless something else takes it. */
function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (key !== '/' || altKey || ctrlKey || metaKey || defaultPrevented) return
      if (target instanceof Element && target.closest('input, textarea, select')) return
      if (document.querySelector('dialog[open], .yarl__root')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input])
}
