import { frameworks } from '../floor/frameworks.js'
import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { serverLogIn, startBesideFloor } from '../sides.js'
import { startProcess } from '../start-process.js'
import { oauthConfigRequest } from './generate-oauth-config.js'

/**
 * The requests of `generate-oauth-config-off` to a server with the service's frameworks, where each has one part more than the previous
 * one. Their differences are the costs of the parts.
 */
export const httpPartScenarios: Scenario[] = frameworks.map((part, index) => ({
  name: `http-parts-${index + 1}-${part}`,
  unit: 'requests',
  aim: null,
  prepare: async (setting) => {
    const library = await setting.openGenerated()
    const start = () =>
      startProcess({
        module: new URL('../programs/framework-server.js', import.meta.url).href,
        env: { PART: part },
        ready: /Address +(http\S+)/,
        log: serverLogIn(setting.folder),
        signal: setting.signal,
      })
    return prepareExchange(setting, library, {
      ...oauthConfigRequest,
      startSides: () => startBesideFloor(library, setting, start),
    })
  },
}))
