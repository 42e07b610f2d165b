import type { Tag } from '@media-library/contract'

/** A tag as its owner may see it. */
export function toTag({ id, name, type, userId }: Tag): Tag {
  return { id, name, type, userId }
}
