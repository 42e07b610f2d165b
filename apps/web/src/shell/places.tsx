import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Icon, type IconName } from '../ui/icon.js'
import styles from './places.module.css'

interface Place {
  to: string
  icon: IconName
  name: string
}

const often = [
  { to: '/', icon: 'photos', name: 'Photos' },
  { to: '/albums', icon: 'albums', name: 'Albums' },
  { to: '/favourites', icon: 'heart', name: 'Favourites' },
] as const satisfies Place[]

const seldom = [
  { to: '/tags', icon: 'tags', name: 'Tags' },
  { to: '/archive', icon: 'archive', name: 'Archive' },
  { to: '/trash', icon: 'trash', name: 'Trash' },
  { to: '/jobs', icon: 'jobs', name: 'Jobs' },
] as const satisfies Place[]

/** The ways to the views. On a phone, those that are seldom needed are in a menu. */
export function Places() {
  const menu = useId()
  return (
    <>
      {often.map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
      <button type="button" className={`${styles['place']} ${styles['more']}`} popoverTarget={menu}>
        <Icon name="more" />
        <span>More</span>
      </button>
      <div id={menu} popover="auto" className={styles['menu']}>
        {seldom.map((place) => (
          <PlaceLink key={place.to} {...place} menu={menu} />
        ))}
        <span className={styles['account']}>
          <PlaceLink to="/account" icon="person" name="Account" menu={menu} />
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
      <span>{name}</span>
    </Link>
  )
}

function close(menu: string) {
  document.getElementById(menu)?.hidePopover()
}
