import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

const request = {
  method: 'POST',
  status: 201,
  paths: ['/api/oauth/config'],
  bodies: [JSON.stringify({ redirectUri: 'https://photos.example.org/' })],
} satisfies Exchange

/** Signing in is off: this is the only response without a database, and thus the cost of HTTP itself. */
export const generateOAuthConfig: Scenario = {
  name: 'generate-oauth-config',
  unit: 'requests',
  aim: AIMS.small,
  price: PRICES.small,
  prepare: async (setting) => prepareExchange(setting, await setting.openGenerated(), request),
}
