import type { Handler } from '../answers/handler.js'

/** Features of Immich's front ends that the library always has, and those that it never has. */
const always = { reverseGeocoding: true, sidecar: true, trash: true }
const never = {
  passwordLogin: false,
  clipEncode: false,
  configFile: false,
  facialRecognition: false,
  map: false,
  search: false,
  smartSearch: false,
  tagImage: false,
}

export const features: Handler<'features'> =
  ({ provider }) =>
  async () => ({
    status: 200,
    body: { oauth: provider !== null, oauthAutoLaunch: provider?.settings.autoLaunch ?? false, ...always, ...never },
  })
