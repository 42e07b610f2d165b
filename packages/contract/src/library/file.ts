import * as z from 'zod'
import type { RouteMetadata } from '../metadata.js'
import { always, withId, withKey } from '../responses.js'
import { FileVersion, FileView, fileHeaders, matchHeaders, ThumbnailView } from '../schemas/file.js'
import { Id } from '../schemas/primitives.js'
import { Problem } from '../schemas/problem.js'
import { c, mounted } from './router.js'

const pictures = 'image/webp, image/jpeg'
const media = 'image/*, video/*, audio/*, application/*'

const pathParams = z.object({ id: Id })
const permission = 'asset.read'

/** Shows what an asset is: its pictures, its file, and what a browser can play. */
export const file = c.router(
  {
    getAssetThumbnail: {
      method: 'GET',
      path: '/asset/thumbnail/:id',
      summary: 'Load a picture of an asset',
      description:
        'Returns the thumbnail or the preview of a photo or video, for its owner and for whoever may see an album that holds it. ' +
        'While it is being made, the problem `not_generated` has a `Retry-After`.',
      pathParams,
      query: ThumbnailView,
      headers: fileHeaders,
      responses: derivedOf(pictures),
      metadata: { permission, answers: ['file', 'picture'], problems: ['not_generated'] } satisfies RouteMetadata,
    },
    serveFile: {
      method: 'GET',
      path: '/asset/file/:id',
      summary: 'Show or play an asset',
      description:
        'Returns the file of an asset in a form that browsers show: of a video the MP4 that was made of it, if there is one; ' +
        'of a photo in a format that browsers do not show, its preview; of all else the original.',
      pathParams,
      query: FileView,
      headers: fileHeaders,
      responses: derivedOf(media),
      metadata: {
        permission,
        answers: ['file', 'picture'],
        problems: ['not_generated', 'offline'],
      } satisfies RouteMetadata,
    },
    downloadFile: {
      method: 'POST',
      path: '/download/asset/:id',
      summary: 'Download an asset by POST',
      description: 'The same as downloadOriginal, for programs written for Immich.',
      pathParams,
      query: FileVersion,
      headers: matchHeaders,
      body: c.noBody(),
      responses: wholeOf(media),
      metadata: { permission, answers: ['file'], problems: ['offline'] } satisfies RouteMetadata,
    },
    downloadOriginal: {
      method: 'GET',
      path: '/download/asset/:id',
      summary: 'Download an asset',
      description: 'Returns the original of an asset, byte for byte, under its own name.',
      pathParams,
      query: FileVersion,
      headers: fileHeaders,
      responses: fileOf(media),
      metadata: { permission, answers: ['file'], problems: ['offline'] } satisfies RouteMetadata,
    },
  },
  mounted,
)

/** The same, or where it lies. */
function derivedOf(contentType: string) {
  return { ...fileOf(contentType), 302: c.noBody() } as const
}

/** The same, or a part of it, or that it is known. */
function fileOf(contentType: string) {
  return {
    ...wholeOf(contentType),
    206: bytes(`${contentType}, multipart/byteranges`),
    304: c.noBody(),
    416: Problem,
  } as const
}

/** What a request for all of a file may answer. Its type is what it is, whatever `Accept` asks for. */
function wholeOf(contentType: string) {
  const { 406: _, ...answered } = always
  return { 200: bytes(contentType), ...answered, ...withKey, ...withId, 412: Problem } as const
}

function bytes(contentType: string) {
  return c.otherResponse({ contentType, body: c.type<Blob>() })
}
