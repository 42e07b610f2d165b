import { audioExtensions, imageExtensions, rawExtensions, videoExtensions } from '@media-library/media'
import type { Handler } from '../answers/handler.js'

const types = {
  image: dotted(...imageExtensions, ...rawExtensions),
  sidecar: dotted('xmp'),
  video: dotted(...videoExtensions, ...audioExtensions),
}

export const getSupportedMediaTypes: Handler<'getSupportedMediaTypes'> = () => async () => ({
  status: 200,
  body: types,
})

function dotted(...extensions: string[]): string[] {
  return extensions.map((extension) => `.${extension}`).sort()
}
