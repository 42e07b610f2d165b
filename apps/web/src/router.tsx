import { isProblem } from '@media-library/client'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readAsked } from './finding/asked.js'
import { NothingHere } from './pages/nothing-here.js'
import { toDayOfYear } from './pages/on-this-day.js'
import { PageFailure } from './pages/page-failure.js'
import { allPhotos, PhotosPage } from './pages/photos-page.js'
import { daysQuery } from './pictures/section.js'
import type { Service } from './service/service.js'
import { Shell } from './shell/shell.js'

/** The query of the address of any page. */
interface Search {
  /** The id of the picture in the light box. */
  picture?: string | undefined
  /** The year of which the light box shows this day. */
  yearsAgo?: number | undefined
}

export type PageRouter = ReturnType<typeof createPageRouter>

/** Creates the router of the page. */
export function createPageRouter({ queries, queryClient }: Service) {
  const root = createRootRoute({
    component: Outlet,
    errorComponent: PageFailure,
    notFoundComponent: NothingHere,
    validateSearch: ({ picture, yearsAgo }: Record<string, unknown>): Search =>
      typeof picture === 'string' ? { picture, ...(typeof yearsAgo === 'number' && { yearsAgo }) } : {},
  })

  // The largest responses of the first load wait neither for another one, nor for the code of their page.
  const prefetch = (path: string) => {
    if (path === '/') {
      void queryClient.prefetchQuery(daysQuery(queries, allPhotos))
      // The strip above the wall does not push it down later.
      void queryClient.prefetchQuery(queries.memoryLane(toDayOfYear(new Date())))
    }
    if (path === '/albums') void queryClient.prefetchQuery(queries.albums())
    if (path === '/people') void queryClient.prefetchQuery(queries.people({ withHidden: false }))
    if (path === '/places') void queryClient.prefetchQuery(queries.places())
    if (path === '/tags') void queryClient.prefetchQuery(queries.tags())
  }

  // The routes that need a signed-in user.
  const home = createRoute({
    getParentRoute: () => root,
    id: 'home',
    component: Shell,
    beforeLoad: async ({ location }) => {
      if (queryClient.getQueryData(queries.me().queryKey) === undefined) prefetch(location.pathname)
      try {
        return { me: await queryClient.ensureQueryData(queries.me()) }
      } catch (error) {
        if (!isProblem(error, 'unauthenticated')) throw error
        throw redirect({ to: '/auth/login', search: { back: location.href } })
      }
    },
  })

  const photos = createRoute({ getParentRoute: () => home, path: '/', component: PhotosPage })

  const albums = createRoute({
    getParentRoute: () => home,
    path: '/albums',
    component: lazyRouteComponent(() => import('./pages/albums-page.js'), 'AlbumsPage'),
  })

  const album = createRoute({
    getParentRoute: () => home,
    path: '/albums/$albumId',
    component: lazyRouteComponent(() => import('./pages/album-page.js'), 'AlbumPage'),
  })

  const tags = createRoute({
    getParentRoute: () => home,
    path: '/tags',
    component: lazyRouteComponent(() => import('./pages/tags-page.js'), 'TagsPage'),
  })

  const search = createRoute({
    getParentRoute: () => home,
    path: '/search',
    validateSearch: readAsked,
    component: lazyRouteComponent(() => import('./pages/search-page.js'), 'SearchPage'),
  })

  const sites = createRoute({
    getParentRoute: () => home,
    path: '/places',
    component: lazyRouteComponent(() => import('./pages/places-page.js'), 'PlacesPage'),
  })

  const tag = createRoute({
    getParentRoute: () => home,
    path: '/tags/$tagId',
    component: lazyRouteComponent(() => import('./pages/tag-page.js'), 'TagPage'),
  })

  const people = createRoute({
    getParentRoute: () => home,
    path: '/people',
    component: lazyRouteComponent(() => import('./pages/people/people-page.js'), 'PeoplePage'),
  })

  const person = createRoute({
    getParentRoute: () => home,
    path: '/people/$personId',
    component: lazyRouteComponent(() => import('./pages/people/person-page.js'), 'PersonPage'),
  })

  const favourites = createRoute({
    getParentRoute: () => home,
    path: '/favourites',
    component: lazyRouteComponent(() => import('./pages/favourites-page.js'), 'FavouritesPage'),
  })

  const archive = createRoute({
    getParentRoute: () => home,
    path: '/archive',
    component: lazyRouteComponent(() => import('./pages/archive-page.js'), 'ArchivePage'),
  })

  const trash = createRoute({
    getParentRoute: () => home,
    path: '/trash',
    component: lazyRouteComponent(() => import('./pages/trash-page.js'), 'TrashPage'),
  })

  const account = createRoute({
    getParentRoute: () => home,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/accounts/account-page.js'), 'AccountPage'),
  })

  const accounts = createRoute({
    getParentRoute: () => home,
    path: '/accounts',
    beforeLoad: ({ context }) => {
      if (!context.me.isAdmin) throw notFound()
    },
    component: lazyRouteComponent(() => import('./pages/accounts/accounts-page.js'), 'AccountsPage'),
  })

  const jobs = createRoute({
    getParentRoute: () => home,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./pages/jobs-page.js'), 'JobsPage'),
  })

  const login = createRoute({
    getParentRoute: () => root,
    path: '/auth/login',
    validateSearch: ({ back, autoLaunch }: Record<string, unknown>): { back?: string; autoLaunch?: number } => ({
      ...(typeof back === 'string' && /^\/(?![/\\])/.test(back) && { back }),
      ...(autoLaunch === 0 && { autoLaunch: 0 }),
    }),
    component: lazyRouteComponent(() => import('./sign-in/login-page.js'), 'LoginPage'),
  })

  const link = createRoute({
    getParentRoute: () => root,
    path: '/auth/link',
    component: lazyRouteComponent(() => import('./sign-in/link-page.js'), 'LinkPage'),
  })

  const visit = createRoute({
    getParentRoute: () => root,
    path: '/share/$key',
    component: lazyRouteComponent(() => import('./visit/visit-page.js'), 'VisitPage'),
  })

  // The code of each page but the wall is loaded when it is about to be opened.
  return createRouter({
    routeTree: root.addChildren([
      home.addChildren([
        photos,
        search,
        favourites,
        albums,
        album,
        people,
        person,
        sites,
        tags,
        tag,
        archive,
        trash,
        jobs,
        accounts,
        account,
      ]),
      login,
      link,
      visit,
    ]),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}
