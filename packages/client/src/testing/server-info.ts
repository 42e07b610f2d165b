import type { ServerConfig, ServerMediaTypes, ServerPing, ServerVersion } from '../types/index.js'
import type { Success } from './outcome.js'

const version: ServerVersion = { major: 1, minor: 0, patch: 0 }
const ping: ServerPing = { res: 'pong' }
const config: ServerConfig = {
  externalDomain: '',
  isInitialized: true,
  isOnboarded: true,
  loginPageMessage: '',
  oauthButtonText: '',
  trashDays: 0,
  userDeleteDelay: 0,
}
const mediaTypes: ServerMediaTypes = {
  image: ['.avif', '.gif', '.heic', '.jpeg', '.jpg', '.png', '.tif', '.webp'],
  sidecar: ['.xmp'],
  video: ['.m4a', '.mkv', '.mov', '.mp3', '.mp4', '.webm'],
}

/** What the fake service says of itself. */
export const serverInfo = {
  getServerVersion: (): Success => ({ status: 200, body: version }),
  pingServer: (): Success => ({ status: 200, body: ping }),
  getServerConfig: (): Success => ({ status: 200, body: config }),
  getSupportedMediaTypes: (): Success => ({ status: 200, body: mediaTypes }),
}
