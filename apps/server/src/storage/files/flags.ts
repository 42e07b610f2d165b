import { constants } from 'node:fs'

/**
 * For reading a file whose place may meanwhile hold something else: a pipe would block without them, and a terminal would become
 * this process's own.
 */
export const readFlags: number = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** The same for a path that must not itself be a link. */
export const plainFlags: number = readFlags | (constants.O_NOFOLLOW ?? 0)
