import type { Handler } from '../../answers/handler.js'
import { answerFile } from './answer-file.js'
import { openDownload } from './download.js'

export const downloadOriginal: Handler<'downloadOriginal'> =
  (context) =>
  async ({ params: { id }, query: { v }, caller, endTurn, req, res }) => {
    const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
    return answerFile({ req, res, as: 'attachment', by: context.config.sending.folders }, original)
  }
