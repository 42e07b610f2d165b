import type { AppRoute } from '@ts-rest/core'
import type { Request } from './request.js'

const BOUNDARY = 'form-of-the-scenarios'

/** The smallest GIF. All of its bytes are ASCII, so that a form with it is text. */
const gif = String.fromCharCode(
  ...Buffer.from('47494638396101000100000000' + '2c00000000010001000002024c01003b', 'hex'),
)

/** Whether an operation takes a form. */
export function isForm(route: AppRoute): boolean {
  return 'contentType' in route && route.contentType === 'multipart/form-data'
}

/** Returns a request with a form of these fields and, with a name, a picture that differs from those of other names. */
export function asForm(request: Request, fields: Record<string, string>, fileName?: string): Request {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file =
    fileName === undefined
      ? ''
      : `--${BOUNDARY}\r\ncontent-disposition: form-data; name="assetData"; filename="${fileName}"\r\n` +
        `content-type: image/gif\r\n\r\n${gif}${fileName}\r\n`
  return {
    ...request,
    headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('')}${file}--${BOUNDARY}--\r\n`,
  }
}
