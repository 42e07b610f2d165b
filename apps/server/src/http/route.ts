import { contract, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'

/** A route of the contract with the name of its operation, and its metadata. */
export type Route = AppRoute & { name: string; metadata: RouteMetadata }

interface Path {
  pattern: RegExp
  routes: Map<string, Route>
}

const withMetadata = (name: string, route: AppRoute): Route => {
  const { permission } = (route.metadata ?? {}) as Partial<RouteMetadata>
  if (permission === undefined) throw new Error(`The contract's route ${name} declares no permission.`)
  return { ...route, name } as Route
}

/** The routes of a contract by path. Throws when one says nothing of permission: the server must not start with it. */
export const indexRoutes = (routes: Record<string, AppRoute>): Map<string, Path> => {
  const paths = new Map<string, Path>()
  for (const [name, route] of Object.entries(routes)) {
    const path = paths.get(route.path) ?? {
      pattern: new RegExp(`^${route.path.replaceAll(/:[^/]+/g, '[^/]+')}$`),
      routes: new Map(),
    }
    path.routes.set(route.method, withMetadata(name, route))
    paths.set(route.path, path)
  }
  return paths
}

const paths = indexRoutes(contract)

/** The contract's routes on a path, by method; null when it has none. */
export const routesOn = (path: string): Map<string, Route> | null => {
  for (const { pattern, routes } of paths.values()) if (pattern.test(path)) return routes
  return null
}
