import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'

/** The one answer without a database: what HTTP itself costs. */
export const oauthConfigOff: Scenario = {
  name: 'generate-oauth-config-off',
  unit: 'requests',
  aim: 0.4,
  prepare: async (setting) =>
    prepareExchange(setting, await setting.openGenerated(), {
      method: 'POST',
      status: 201,
      paths: ['/api/oauth/config'],
      bodies: [JSON.stringify({ redirectUri: 'https://photos.example.org/signed-in' })],
    }),
}
