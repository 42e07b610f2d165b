import { audioExtensions, imageExtensions, rawExtensions, videoExtensions } from '@media-library/media'
import type { Handler } from '../answers/handler.js'
import { version } from '../process/version.js'
import { hasUsers } from '../users/user.js'

/** The settings that Immich's front ends expect and this service never has. */
const neverSet = { loginPageMessage: '', userDeleteDelay: 0 }

export const getServerConfig: Handler<'getServerConfig'> = async (
  { req },
  { config: { trashDays, http }, database, provider },
) => {
  const isInitialized = await hasUsers(database)
  const oauthButtonText = provider?.settings.buttonText ?? ''
  // A container does not know at which port of its machine it is reached.
  const [port = ''] = /:\d+$/.exec(req.headers.host ?? '') ?? []
  const externalDomain = http.networkHost === null ? '' : `http://${http.networkHost}${port}`
  return {
    status: 200,
    body: { ...neverSet, externalDomain, trashDays, isInitialized, isOnboarded: isInitialized, oauthButtonText },
  }
}

export const getServerVersion: Handler<'getServerVersion'> = async () => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).slice(0, 3).map(Number)
  return { status: 200, body: { major, minor, patch } }
}

const types = {
  image: dotted(...imageExtensions, ...rawExtensions),
  sidecar: dotted('xmp'),
  video: dotted(...videoExtensions, ...audioExtensions),
}

export const getSupportedMediaTypes: Handler<'getSupportedMediaTypes'> = async () => ({
  status: 200,
  body: types,
})

function dotted(...extensions: string[]): string[] {
  return extensions.map((extension) => `.${extension}`).sort()
}

export const pingServer: Handler<'pingServer'> = async () => ({ status: 200, body: { res: 'pong' } })

/** The features of Immich's front ends that the library always has, and those that it never has. */
const alwaysOn = { reverseGeocoding: true, search: true, sidecar: true, trash: true }
const neverOn = {
  clipEncode: false,
  configFile: false,
  facialRecognition: false,
  map: false,
  smartSearch: false,
  tagImage: false,
}

export const features: Handler<'features'> = async (_asked, { provider, config }) => ({
  status: 200,
  body: {
    oauth: provider !== null,
    oauthAutoLaunch: provider?.settings.autoLaunch ?? false,
    passwordLogin: config.passwordSignIn,
    ...alwaysOn,
    ...neverOn,
  },
})
