import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SelectionBar } from '../actions/selection-bar.js'
import { createSelection, SelectionContext } from '../selection/selection.js'
import { useEvents } from '../service/follow.js'
import { Icon, type IconName } from '../ui/icon.js'
import { Notices } from '../ui/notices.js'
import { Chooser } from '../uploads/shown/chooser.js'
import { DropZone } from '../uploads/shown/drop-zone.js'
import { Account } from './account.js'
import { OutageBanner } from './outage-banner.js'

const places = [
  { to: '/', icon: 'photos', name: 'Photos' },
  { to: '/albums', icon: 'albums', name: 'Albums' },
  { to: '/tags', icon: 'tags', name: 'Tags' },
  { to: '/jobs', icon: 'jobs', name: 'Jobs' },
] as const satisfies { to: string; icon: IconName; name: string }[]

/** What is around each page: the ways to the others, who is signed in, and what is selected. */
export function Shell() {
  useEvents()
  const [selection] = useState(createSelection)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (path) selection.clear()
  }, [path, selection])

  return (
    <SelectionContext value={selection}>
      <a className="skip" href="#main">
        Skip to the pictures
      </a>
      <div className="shell">
        <nav className="places" aria-label="Places">
          <img className="logo" src="/icon.svg" alt="" width="32" height="32" />
          {places.map(({ to, icon, name }) => (
            <Link
              key={to}
              to={to}
              className="place"
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name={icon} />
              <span>{name}</span>
            </Link>
          ))}
          <AddPhotos />
          <Account />
        </nav>
        <main id="main" className="main" tabIndex={-1}>
          <Outlet />
        </main>
        <SelectionBar />
        <DropZone />
        <Notices />
        <OutageBanner />
      </div>
    </SelectionContext>
  )
}

/** On the page of an album, what is chosen is added to it, too. Phones have no folders to choose. */
function AddPhotos() {
  const { albumId } = useParams({ strict: false })
  return (
    <>
      <Chooser className="place add-photos" albumId={albumId}>
        <Icon name="plus" />
        <span>
          Add<span className="in-full"> photos</span>
        </span>
      </Chooser>
      <Chooser className="place add-folder" albumId={albumId} folder>
        <Icon name="folder" />
        <span>Add folder</span>
      </Chooser>
    </>
  )
}
