import type { Handler } from '../answers/handler.js'
import { hasUsers } from '../users/user.js'

/** Settings that Immich's front ends expect and this service never has. */
const never = { externalDomain: '', loginPageMessage: '', trashDays: 0, userDeleteDelay: 0 }

export const getServerConfig: Handler<'getServerConfig'> =
  ({ database, provider }) =>
  async () => {
    const isInitialized = await hasUsers(database)
    const oauthButtonText = provider?.settings.buttonText ?? ''
    return { status: 200, body: { ...never, isInitialized, isOnboarded: isInitialized, oauthButtonText } }
  }
