import { createAnnouncer } from '../../database/notices.js'

/** The channel that announces queued jobs to workers. */
export const JOB_CHANNEL = 'asset_job'

/** Announces queued jobs to the workers; call it after the commit. Without it, workers find the jobs within a second. */
export const announceJobs = createAnnouncer(JOB_CHANNEL)
