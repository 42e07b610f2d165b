import { albumChanges } from './library/album-changes.js'
import { albums } from './library/albums.js'
import { assets } from './library/assets.js'
import { events } from './library/events.js'
import { files } from './library/files.js'
import { jobs } from './library/jobs.js'
import { serverInfo } from './library/server-info.js'
import { tagChanges } from './library/tag-changes.js'
import { tags } from './library/tags.js'
import { uploads } from './library/uploads.js'
import { users } from './library/users.js'

/**
 * The operations that find an id which one of the five takes, show what one of them did, or change what they work on. They have
 * the names of Immich's operations, and each noun has a file in `library/`.
 */
export const library: Library = {
  ...tags,
  ...tagChanges,
  ...users,
  ...albums,
  ...albumChanges,
  ...jobs,
  ...uploads,
  ...assets,
  ...files,
  ...events,
  ...serverInfo,
}

const { downloadFile: _, ...linked } = files

/** The outcomes of jobs, events, and the files that have a link. A download by a link can be resumed. */
export const outcomes: typeof jobs & typeof events & Omit<typeof files, 'downloadFile'> = {
  ...jobs,
  ...events,
  ...linked,
}

/** The operations that find an id, and those that programs call before all others. */
export const lookUps: typeof tags & typeof users & typeof albums & typeof assets & typeof serverInfo = {
  ...tags,
  ...users,
  ...albums,
  ...assets,
  ...serverInfo,
}

/** The operations that change albums and tags. */
export const changes: typeof albumChanges & typeof tagChanges = { ...albumChanges, ...tagChanges }

/** The operations by which files get in. */
export { uploads }

type Library = typeof tags &
  typeof tagChanges &
  typeof users &
  typeof albums &
  typeof albumChanges &
  typeof jobs &
  typeof uploads &
  typeof assets &
  typeof files &
  typeof events &
  typeof serverInfo
