import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'
import { CLIENT_ID, REDIRECT_URI } from '../sign-in.js'
import { startProcess } from '../start-process.js'

/** The request of both scenarios. */
export const oauthConfigRequest = {
  method: 'POST',
  status: 201,
  paths: ['/api/oauth/config'],
  bodies: [JSON.stringify({ redirectUri: REDIRECT_URI })],
} satisfies Exchange

/** Signing in is off: this is the only response without a database, and thus the cost of HTTP itself. */
export const oauthConfigOff: Scenario = {
  name: 'generate-oauth-config-off',
  unit: 'requests',
  aim: AIMS.small,
  price: PRICES.small,
  prepare: async (setting) => prepareExchange(setting, await setting.openGenerated(), oauthConfigRequest),
}

/** Signing in is on: each request creates the state and the proofs of a sign-in. */
export const oauthConfigOn: Scenario = {
  name: 'generate-oauth-config-on',
  unit: 'requests',
  aim: null,
  prepare: async (setting) => {
    const library = await setting.openGenerated()
    const provider = await startProcess({
      module: new URL('../programs/provider.js', import.meta.url).href,
      env: {},
      ready: /Address +(http\S+)/,
      signal: setting.signal,
    })
    const env = {
      ...library.env,
      OAUTH_ISSUER: provider.greeting[1] as string,
      OAUTH_CLIENT_ID: CLIENT_ID,
      OAUTH_REDIRECT_URIS: REDIRECT_URI,
    }
    try {
      const contest = await prepareExchange(setting, { ...library, env }, oauthConfigRequest)
      return {
        ...contest,
        close: async () => {
          await contest.close()
          await provider.stop()
        },
      }
    } catch (error) {
      await provider.stop()
      throw error
    }
  },
}
