import { Problem } from '../problem/problem.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { MAX_IDS } from '../route/primitives.js'
import { ShareKey } from '../route/query.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { BulkUploadResults, CheckBulkUpload, UploadChecksum, UploadFile, UploadResult } from './schemas.js'

/** The operations that upload files. */
export const upload = c.router(
  {
    uploadFile: {
      method: 'POST',
      path: '/asset/upload',
      summary: 'Upload a file',
      description:
        'Adds a photo, video or sound file to the library of the caller. The file is stored whole or not at all. Its jobs run ' +
        'before those of imports.',
      contentType: 'multipart/form-data',
      query: ShareKey,
      headers: { 'x-immich-checksum': UploadChecksum.optional() },
      body: UploadFile,
      responses: {
        200: UploadResult,
        201: UploadResult,
        ...always,
        ...withBody,
        ...withKey,
        ...withId,
        507: Problem,
      },
      metadata: {
        permission: 'asset.upload',
        visitor: 'upload',
        isUpload: true,
        problems: ['malformed_form', 'quota_exceeded', 'not_media'],
      } satisfies RouteMetadata,
    },
    checkBulkUpload: {
      method: 'POST',
      path: '/asset/bulk-upload-check',
      summary: 'Check which files are worth uploading',
      description: 'Finds the files that the caller already has or cannot upload, by their checksums and names.',
      body: CheckBulkUpload,
      responses: { 200: BulkUploadResults, ...always, ...withBody, ...withKey },
      // This allows 200 characters for the path of each file. Longer paths fit into a list with fewer files.
      metadata: {
        permission: 'asset.upload',
        bodyLimit: MAX_IDS * 300 + KIB,
        isQuestion: true,
      } satisfies RouteMetadata,
    },
  },
  mounted,
)
