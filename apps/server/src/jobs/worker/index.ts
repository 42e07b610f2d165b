import type { JobName } from '@media-library/contract'
import type { JobClass, JobHandler } from './job.js'
import { refreshMetadata } from './refresh-metadata.js'
import { regenerateThumbnail } from './regenerate-thumbnail.js'
import { transcodeVideo } from './transcode-video.js'

/** The handler of each job. */
export const handlers: Record<JobName, JobHandler> = {
  'refresh-metadata': refreshMetadata,
  'regenerate-thumbnail': regenerateThumbnail,
  'transcode-video': transcodeVideo,
}

/** The class of each job. Jobs of different classes never wait for each other. */
export const classes: Record<JobName, JobClass> = {
  'refresh-metadata': 'metadata',
  'regenerate-thumbnail': 'images',
  'transcode-video': 'videos',
}
