import { albums } from './library/albums.js'
import { assets } from './library/assets.js'
import { files } from './library/files.js'
import { jobs } from './library/jobs.js'
import { serverInfo } from './library/server-info.js'
import { tags } from './library/tags.js'
import { users } from './library/users.js'

/**
 * What finds an id that one of the five operations takes, or shows what one of them did. Its operations have the names that
 * the clients of the self-hosted photo library know; each noun has a file of its own in `library/`.
 */
export const library = { ...tags, ...users, ...albums, ...jobs, ...assets, ...files, ...serverInfo }

const { downloadFile: _, ...linked } = files

/** How jobs stand, and files by their links, which a download can be resumed from. */
export const outcomes = { ...jobs, ...linked }

/** What finds an id, and what programs ask before anything else. */
export const lookUps = { ...tags, ...users, ...albums, ...assets, ...serverInfo }
