import type { Handler } from '../../answers/handler.js'
import { answerWhole } from './answer-file.js'
import { openDownload } from './download.js'

export const downloadFile: Handler<'downloadFile'> =
  (context) =>
  async ({ params: { id }, query: { v }, caller, endTurn, req, res }) => {
    const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
    return answerWhole({ req, res, as: 'attachment', by: context.config.sending.folders }, original)
  }
