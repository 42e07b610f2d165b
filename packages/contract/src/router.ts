import type { initContract as initTsRest } from '@ts-rest/core'

type TsRest = ReturnType<typeof initTsRest>

/** Marks a request or response without a body, and one whose body has no schema. */
export const NO_BODY = Symbol('no body')
export const NO_SCHEMA = Symbol('no schema')

/**
 * Describes routes with the types of ts-rest, and without loading it: an app that only checks responses by the contract needs no
 * ts-rest. `ts-rest.ts` puts the marks of ts-rest in the place of these.
 */
export function initContract(): Pick<TsRest, 'router' | 'noBody' | 'type' | 'otherResponse'> {
  return {
    router: mount as unknown as TsRest['router'],
    noBody: (() => NO_BODY) as unknown as TsRest['noBody'],
    type: (() => NO_SCHEMA) as unknown as TsRest['type'],
    otherResponse: ((response: object) => response) as unknown as TsRest['otherResponse'],
  }
}

function mount(
  routes: Record<string, { path: string }>,
  { pathPrefix, strictStatusCodes }: { pathPrefix: string; strictStatusCodes: boolean },
) {
  const mounted = Object.entries(routes).map(([name, route]) => [
    name,
    { ...route, path: pathPrefix + route.path, strictStatusCodes },
  ])
  return Object.fromEntries(mounted)
}
