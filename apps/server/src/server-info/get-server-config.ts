import type { Handler } from '../answers/handler.js'
import { hasUsers } from '../users/user.js'

/** Settings that Immich's front ends expect and this service never has. */
const never = { externalDomain: '', loginPageMessage: '', userDeleteDelay: 0 }

export const getServerConfig: Handler<'getServerConfig'> =
  ({ config: { trashDays }, database, provider }) =>
  async () => {
    const isInitialized = await hasUsers(database)
    const oauthButtonText = provider?.settings.buttonText ?? ''
    return { status: 200, body: { ...never, trashDays, isInitialized, isOnboarded: isInitialized, oauthButtonText } }
  }
