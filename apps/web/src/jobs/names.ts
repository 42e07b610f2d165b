import type { JobName, JobState } from '@media-library/client'

/** The jobs in the order in which they are offered, in words for people. */
export const jobNames = {
  'refresh-metadata': 'Read the metadata again',
  'regenerate-thumbnail': 'Make the thumbnails again',
  'transcode-video': 'Make videos playable again',
} as const satisfies Record<JobName, string>

/** What each job makes, as the heading of its row. */
export const jobNouns = {
  'refresh-metadata': 'Metadata',
  'regenerate-thumbnail': 'Thumbnails',
  'transcode-video': 'Playable videos',
} as const satisfies Record<JobName, string>

/** What did not work, for people who look at a photo. */
export const jobFaults = {
  'refresh-metadata': 'Its date and place could not be read',
  'regenerate-thumbnail': 'No small picture could be made of it',
  'transcode-video': 'It could not be made playable',
} as const satisfies Record<JobName, string>

export const jobStates = ['queued', 'running', 'succeeded', 'skipped', 'failed'] as const satisfies JobState[]

/** The jobs by name, with the words for each. */
export const jobs = Object.entries(jobNames) as [JobName, string][]
