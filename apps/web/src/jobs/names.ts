import type { JobName } from '@media-library/client'

/** The jobs in the order in which they are offered, in words for people. */
export const jobNames = {
  'refresh-metadata': 'Read the metadata again',
  'regenerate-thumbnail': 'Make the thumbnails again',
  'transcode-video': 'Make videos playable again',
} as const satisfies Record<JobName, string>

/** Each kind of work, and what it is good for. */
const kinds = {
  'refresh-metadata': {
    title: 'Dates and places',
    what: 'When and where each photo was taken, its camera, tags and people.',
  },
  'regenerate-thumbnail': { title: 'Small pictures', what: 'What the wall shows, so that it is quick.' },
  'transcode-video': { title: 'Videos for browsers', what: 'Copies of videos that a browser cannot play by itself.' },
} as const satisfies Record<JobName, { title: string; what: string }>

export const jobKinds = Object.entries(kinds) as [JobName, { title: string; what: string }][]

/** What did not work, and what somebody can do about it. */
export const jobFaults = {
  'refresh-metadata': {
    what: 'Its date and place could not be read.',
    toDo: 'Open the file in another program. If it opens there, retry; otherwise add a sound copy of it.',
  },
  'regenerate-thumbnail': {
    what: 'No small picture could be made of it.',
    toDo: 'Open the file in another program. If it opens there, retry; otherwise add a sound copy of it.',
  },
  'transcode-video': {
    what: 'It could not be made playable in a browser.',
    toDo: 'Download it and play it in another program. If it plays there, retry; otherwise add a sound copy of it.',
  },
} as const satisfies Record<JobName, { what: string; toDo: string }>

/** The jobs by name, with the words for each. */
export const jobs = Object.entries(jobNames) as [JobName, string][]
