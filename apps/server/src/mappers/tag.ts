import type { Tag } from '@media-library/contract'
import type { Tag as TagRow } from '../generated/prisma/client.js'
import { byNameThenId } from './order.js'

export const toTag = ({ id, name, type, userId }: TagRow): Tag => ({ id, name, type, userId })

/** Tags by name, then id. */
export const toTags = (rows: TagRow[]): Tag[] => rows.map(toTag).sort(byNameThenId)
