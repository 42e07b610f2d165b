import type { Handler } from '../handler.js'
import { answerDownload } from './download.js'

export const downloadFile: Handler<'downloadFile'> =
  (context) =>
  ({ params: { id }, query: { v }, req, res }) =>
    answerDownload(context, { id, v, req, res })
