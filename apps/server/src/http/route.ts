import { api, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Request } from 'express'

/** The name of an operation. */
export type Operation = keyof typeof api

/** A served route with its metadata. */
export type Route = AppRoute & { operation: Operation; metadata: RouteMetadata }

declare global {
  namespace Express {
    interface Request {
      /** The routes of its path by method, once they were looked for; null when it has none. */
      pathRoutes?: Map<string, Route> | null
    }
  }
}

interface Path {
  pattern: RegExp
  routes: Map<string, Route>
}

/** Indexes the routes of a contract by path. Throws when one declares no permission, so that the server does not start. */
export function indexRoutes(routes: Record<string, AppRoute>): Map<string, Path> {
  const paths = new Map<string, Path>()
  for (const [name, route] of Object.entries(fixedPathsFirst(routes, routes))) {
    const path = paths.get(route.path) ?? {
      pattern: new RegExp(`^${route.path.replaceAll(/:[^/]+/g, '[^/]+')}$`),
      routes: new Map(),
    }
    path.routes.set(route.method, withMetadata(name as Operation, route))
    paths.set(route.path, path)
  }
  return paths
}

/** Values by operation, such that a path with a fixed part comes before one that takes an id in its place. */
export function fixedPathsFirst<Values extends object>(values: Values, routes: Record<string, AppRoute>): Values {
  const idsOf = (name: string) => routes[name]?.path.split('/:').length ?? 0
  return Object.fromEntries(Object.entries(values).sort(([name], [other]) => idsOf(name) - idsOf(other))) as Values
}

const paths = indexRoutes(api)

/** Returns the served routes of a path by method; null when it has none. */
export function routesOn(path: string): Map<string, Route> | null {
  for (const { pattern, routes } of paths.values()) if (pattern.test(path)) return routes
  return null
}

/** Returns the same for the path of a request, which is looked up once. */
export function pathRoutesOf(request: Request): Map<string, Route> | null {
  if (request.pathRoutes === undefined) request.pathRoutes = routesOn(request.path)
  return request.pathRoutes
}

/** Returns the served route of a request; null when there is none. HEAD has the route of GET. */
export function routeOf(request: Request): Route | null {
  return pathRoutesOf(request)?.get(request.method === 'HEAD' ? 'GET' : request.method) ?? null
}

function withMetadata(operation: Operation, route: AppRoute): Route {
  const { permission } = (route.metadata ?? {}) as Partial<RouteMetadata>
  if (permission === undefined) throw new Error(`The route ${operation} declares no permission.`)
  return { ...route, operation } as Route
}
