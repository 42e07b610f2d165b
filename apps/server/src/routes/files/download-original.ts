import type { Handler } from '../handler.js'
import { answerDownload } from './download.js'

export const downloadOriginal: Handler<'downloadOriginal'> =
  (context) =>
  ({ params: { id }, query: { v }, req, res }) =>
    answerDownload(context, { id, v, req, res })
