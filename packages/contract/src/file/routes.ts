import * as z from 'zod'
import { AssetIds } from '../route/id-results.js'
import { KIB, LIST_OF_IDS, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { ShareKey } from '../route/query.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { DownloadInfo, DownloadQuestion } from './download.js'
import { answered, bytes, storedResponses, wholeResponses } from './responses.js'
import { FileVersion, FileView, fileHeaders, matchHeaders, ThumbnailView } from './schemas.js'

const pictures = 'image/webp, image/jpeg'
const media = 'image/*, video/*, audio/*, application/*'

const pathParams = z.object({ id: Id })
const permission = 'asset.read'

/**
 * The operations that send the contents of assets: their pictures, their original files, and a version that browsers
 * can play.
 */
export const file = c.router(
  {
    getAssetThumbnail: {
      method: 'GET',
      path: '/asset/thumbnail/:id',
      summary: 'Load a picture of an asset',
      description:
        'Returns the thumbnail or the preview of a photo or video, for its owner and for everyone who may see an album that holds it. ' +
        'While it is being made, the problem `not_generated` has a `Retry-After`.',
      pathParams,
      query: ThumbnailView,
      headers: fileHeaders,
      responses: storedResponses(pictures),
      metadata: {
        permission,
        visitor: 'look',
        answers: ['file', 'picture'],
        problems: ['not_generated'],
      } satisfies RouteMetadata,
    },
    serveFile: {
      method: 'GET',
      path: '/asset/file/:id',
      summary: 'Show or play an asset',
      description:
        'Returns an asset in a form that browsers can show: the MP4 that was made of a video, the preview of a ' +
        'photo in a format that browsers do not show, or else the original.',
      pathParams,
      query: FileView,
      headers: fileHeaders,
      responses: storedResponses(media),
      metadata: {
        permission,
        visitor: 'look',
        answers: ['file', 'picture'],
        problems: ['not_generated', 'offline'],
      } satisfies RouteMetadata,
    },
    downloadFileByPost: {
      method: 'POST',
      path: '/download/asset/:id',
      summary: 'Download an asset by POST',
      description: 'The same as downloadFile, for programs written for Immich.',
      pathParams,
      query: FileVersion,
      headers: matchHeaders,
      body: c.noBody(),
      responses: wholeResponses(media),
      metadata: { permission, visitor: 'download', answers: ['file'], problems: ['offline'] } satisfies RouteMetadata,
    },
    downloadFile: {
      method: 'GET',
      path: '/download/asset/:id',
      summary: 'Download an asset',
      description: 'Returns the original of an asset, byte for byte, under its own name.',
      pathParams,
      query: FileVersion,
      headers: fileHeaders,
      responses: storedResponses(media),
      metadata: { permission, visitor: 'download', answers: ['file'], problems: ['offline'] } satisfies RouteMetadata,
    },
    getDownloadInfo: {
      method: 'POST',
      path: '/download/info',
      summary: 'Plan a download',
      description: 'Divides assets, an album or the whole library into archives, and returns their contents and sizes.',
      query: ShareKey,
      body: DownloadQuestion,
      responses: { 201: DownloadInfo, ...always, ...withBody, ...withKey, ...withId },
      metadata: {
        permission,
        visitor: 'download',
        bodyLimit: LIST_OF_IDS + KIB,
        isQuestion: true,
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
    downloadArchive: {
      method: 'POST',
      path: '/download/archive',
      summary: 'Download assets as one file',
      description:
        'Returns the originals of assets in one ZIP, not compressed. The second file with the same name is ' +
        'called `name (2)`. Files that are missing are left out; `missing-files.txt` in the archive names them.',
      query: ShareKey,
      body: AssetIds,
      responses: { 200: bytes('application/zip'), ...answered, ...withBody, ...withKey, ...withId },
      metadata: {
        permission,
        visitor: 'download',
        bodyLimit: LIST_OF_IDS + KIB,
        isQuestion: true,
        answers: ['archive'],
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
  },
  mounted,
)
