import { constants } from 'node:fs'

/**
 * For reading a file whose path must not itself be a link, and may meanwhile hold something else: a pipe would block without
 * them, and a terminal would become this process's own.
 */
export const plainFlags: number =
  constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | (constants.O_NOFOLLOW ?? 0)
