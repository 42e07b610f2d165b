import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Avatar } from '../ui/avatar.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './people.module.css'

/** The number of people that are shown at once; a search finds the others. */
const MOST = 50

interface PeopleProps {
  /** The ids of the chosen people. */
  chosen: string[]
  onChange: (chosen: string[]) => void
  /** The ids of people who are not offered. */
  except: string[]
}

/** Lists the users of the service, who are found by name or e-mail address. Enter chooses the only one found. */
export function People({ chosen, onChange, except }: PeopleProps) {
  const { queries } = useService()
  const [search, setSearch] = useState('')
  const id = useId()
  const { data: users = [], error, refetch } = useQuery(queries.users())
  const wanted = search.trim().toLowerCase()
  const found = users
    .filter((user) => !except.includes(user.id))
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
  const toggle = (userId: string) =>
    onChange(chosen.includes(userId) ? chosen.filter((each) => each !== userId) : [...chosen, userId])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The key would submit the form.
    event.preventDefault()
    const [only, ...others] = found
    if (!only || others.length > 0) return
    toggle(only.id)
    setSearch('')
  }
  return (
    <fieldset className={styles['people']}>
      <legend>{messages.albums.withWhom}</legend>
      {error && <Failure error={error} onRetry={refetch} />}
      <label htmlFor={id} className="hidden">
        {messages.albums.findPeople}
      </label>
      <input
        id={id}
        type="search"
        value={search}
        placeholder={messages.findByName}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles['scrolled']}>
        {found.slice(0, MOST).map((user) => (
          <label key={user.id} className={styles['person']}>
            <input type="checkbox" checked={chosen.includes(user.id)} onChange={() => toggle(user.id)} />
            <Avatar user={user} />
            <span>
              {user.name}
              <small className="quiet">{user.email}</small>
            </span>
          </label>
        ))}
        {found.length === 0 && !error && (
          <p className="quiet">{wanted ? messages.albums.nobodyFound : messages.albums.nobodyElse}</p>
        )}
      </div>
    </fieldset>
  )
}
