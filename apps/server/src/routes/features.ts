import type { Handler } from './handler.js'

/** Of what such front ends ask for, the library has these always, and those never. */
const always = { reverseGeocoding: true, sidecar: true }
const never = {
  passwordLogin: false,
  clipEncode: false,
  configFile: false,
  facialRecognition: false,
  map: false,
  search: false,
  smartSearch: false,
  tagImage: false,
  trash: false,
}

export const features: Handler<'features'> =
  ({ provider }) =>
  async () => ({
    status: 200,
    body: { oauth: provider !== null, oauthAutoLaunch: provider?.settings.autoLaunch ?? false, ...always, ...never },
  })
