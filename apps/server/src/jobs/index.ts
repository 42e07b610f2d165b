import type { JobName } from '@media-library/contract'
import type { JobHandler } from './job.js'
import { refreshMetadata } from './refresh-metadata.js'
import { regenerateThumbnail } from './regenerate-thumbnail.js'
import { transcodeVideo } from './transcode-video.js'

/** The handler of each job. */
export const handlers: Record<JobName, JobHandler> = {
  'refresh-metadata': refreshMetadata,
  'regenerate-thumbnail': regenerateThumbnail,
  'transcode-video': transcodeVideo,
}
