import type { Handler } from '../handler.js'

export const pingServer: Handler<'pingServer'> = () => async () => ({ status: 200, body: { res: 'pong' } })
