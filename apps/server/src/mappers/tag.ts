import type { Tag } from '@media-library/contract'

/** A tag as its owner may see it. */
export const toTag = ({ id, name, type, userId }: Tag): Tag => ({ id, name, type, userId })
