import type { Handler } from '../answers/handler.js'

export const pingServer: Handler<'pingServer'> = () => async () => ({ status: 200, body: { res: 'pong' } })
