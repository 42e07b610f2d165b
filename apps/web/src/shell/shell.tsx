import { Outlet, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { lazy, Suspense, useEffect, useState } from 'react'
import { SearchField } from '../finding/search-field.js'
import { messages } from '../language/messages.js'
import { createSelection, SelectionContext, useSelection } from '../selection/selection.js'
import { useEvents } from '../service/follow.js'
import { usePreload } from '../service/preload.js'
import { Icon } from '../ui/icon.js'
import { Notices } from '../ui/notices/notices.js'
import { Chooser } from '../uploads/panel/chooser.js'
import { DropZone } from '../uploads/panel/drop-zone.js'
import { Account } from './account.js'
import { OutageBanner } from './outage-banner.js'
import { Places } from './places.js'
import places from './places.module.css'
import styles from './shell.module.css'

const loadSelectionBar = () => import('../actions/selection-bar.js')
const SelectionBar = lazy(async () => ({ default: (await loadSelectionBar()).SelectionBar }))

/** The frame of each page: the navigation, the user, and the actions on the selection. */
export function Shell() {
  const [selection] = useState(createSelection)
  useEvents((event) => {
    const { type } = event
    if (type === 'asset.trashed' || type === 'asset.restored' || type === 'asset.deleted')
      selection.remove([event.assetId])
  })
  const router = useRouter()
  usePreload([loadSelectionBar, ...Object.values(router.routesById).map((route) => () => router.loadRouteChunk(route))])
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (path) selection.clear()
  }, [path, selection])

  return (
    <SelectionContext value={selection}>
      <a className={styles['skip']} href="#main">
        {messages.places.skip}
      </a>
      <div className={styles['shell']}>
        <nav id="places" className={places['places']} aria-label={messages.places.all}>
          <img className={places['logo']} src="/icon.svg" alt="" width="32" height="32" />
          <AddPhotos />
          <Places />
          <Account />
        </nav>
        <Header />
        <main id="main" className={styles['main']} tabIndex={-1}>
          <Outlet />
        </main>
        <DropZone />
        <Notices />
        <OutageBanner />
      </div>
    </SelectionContext>
  )
}

/** The search, and in its place the actions on the selection, whose code is loaded when there is one. */
function Header() {
  const isSelecting = useSelector(useSelection().selected, ({ size }) => size > 0)
  return (
    <>
      <SearchField isBehind={isSelecting} />
      <Suspense>{isSelecting && <SelectionBar />}</Suspense>
    </>
  )
}

/** Adds photos to the library, and on the page of an album also to the album. Phones cannot choose folders. */
function AddPhotos() {
  const { albumId } = useParams({ strict: false })
  return (
    <>
      <Chooser className={`${places['place']} ${places['primary']}`} albumId={albumId}>
        <Icon name="plus" />
        <span className={places['roomy']}>{messages.verbs.addPhotos}</span>
        <span className={places['tight']}>{messages.verbs.add}</span>
      </Chooser>
      <Chooser className={`${places['place']} ${places['roomy']}`} albumId={albumId} folder>
        <Icon name="folder" />
        <span>{messages.verbs.addFolder}</span>
      </Chooser>
    </>
  )
}
