import type { Handler } from '../answers/handler.js'
import { version } from '../process/version.js'

export const getServerVersion: Handler<'getServerVersion'> = () => async () => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).slice(0, 3).map(Number)
  return { status: 200, body: { major, minor, patch } }
}
