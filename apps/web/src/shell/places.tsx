import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { focusSearch } from '../finding/search-field.js'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Icon, type IconName } from '../ui/icon.js'
import styles from './places.module.css'

interface Place {
  to: string
  icon: IconName
  name:
    | 'photos'
    | 'search'
    | 'albums'
    | 'sites'
    | 'favourites'
    | 'people'
    | 'tags'
    | 'archive'
    | 'trash'
    | 'jobs'
    | 'accounts'
    | 'account'
}

const often = [
  { to: '/', icon: 'photos', name: 'photos' },
  { to: '/albums', icon: 'albums', name: 'albums' },
] as const satisfies Place[]

const seldom = [
  { to: '/favourites', icon: 'heart', name: 'favourites' },
  { to: '/places', icon: 'pin', name: 'sites' },
  { to: '/people', icon: 'faces', name: 'people' },
  { to: '/tags', icon: 'tags', name: 'tags' },
  { to: '/archive', icon: 'archive', name: 'archive' },
  { to: '/trash', icon: 'trash', name: 'trash' },
  { to: '/jobs', icon: 'jobs', name: 'jobs' },
] as const satisfies Place[]

const ofAdministrators = { to: '/accounts', icon: 'share', name: 'accounts' } as const satisfies Place

/** The navigation. On a phone, pages that are seldom needed are in a menu. */
export function Places() {
  const menu = useId()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  const inMenu = me?.isAdmin ? [...seldom, ofAdministrators] : seldom
  const isInMenu = [...inMenu.map(({ to }) => to), '/account'].some((to) => path.startsWith(to))
  return (
    <>
      {often.map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
      <Link
        to="/search"
        className={`${styles['place']} ${styles['find']}`}
        activeProps={{ 'aria-current': 'page' }}
        onClick={(event) => {
          // What is asked for stays.
          if (path === '/search') event.preventDefault()
          focusSearch()
        }}
      >
        <Icon name="find" />
        <span>{messages.places.search}</span>
      </Link>
      <button
        type="button"
        className={`${styles['place']} ${styles['more']}`}
        popoverTarget={menu}
        aria-current={isInMenu || undefined}
      >
        <Icon name="more" />
        <span>{messages.places.more}</span>
      </button>
      <div id={menu} popover="auto" className={styles['menu']}>
        {inMenu.map((place) => (
          <PlaceLink key={place.to} {...place} menu={menu} />
        ))}
        <span className={styles['account']}>
          <PlaceLink to="/account" icon="person" name="account" menu={menu} />
        </span>
      </div>
    </>
  )
}

function PlaceLink({ to, icon, name, menu }: Place & { menu?: string }) {
  return (
    <Link
      to={to}
      className={styles['place']}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={() => menu && document.getElementById(menu)?.matches(':popover-open') && close(menu)}
    >
      <Icon name={icon} />
      <span>{messages.places[name]}</span>
    </Link>
  )
}

function close(menu: string) {
  document.getElementById(menu)?.hidePopover()
}
