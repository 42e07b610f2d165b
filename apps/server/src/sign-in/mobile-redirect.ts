import type { RequestHandler } from 'express'

/**
 * Leads a browser on a phone back to Immich's app with what the provider told, for providers that know only addresses of the web. The
 * target is fixed, so that nobody can lead somebody elsewhere. Immich's apps expect this path, which is no part of the contract.
 */
export const redirectToMobile: RequestHandler = ({ url }, response) => {
  const start = url.indexOf('?')
  response
    .status(307)
    .location(`app.immich:/?${start < 0 ? '' : url.slice(start + 1)}`)
    .end()
}
