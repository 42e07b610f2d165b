import type { Position } from '../answers/pages.js'

/** How many pages are remembered; the oldest is forgotten first. */
const MOST = 1_000

const remembered = new Map<string, Position>()

/**
 * After which asset a page of a search begins. Programs for Immich ask for pages by number: who reads one page after the other misses
 * none when assets are added meanwhile, and no page is slower than the first. A page that is not remembered, as by another server, is
 * counted from the first asset.
 */
export const pageStarts = {
  get: (page: string): Position | undefined => remembered.get(page),
  set: (page: string, after: Position): void => {
    remembered.delete(page)
    remembered.set(page, after)
    if (remembered.size > MOST) remembered.delete(remembered.keys().next().value ?? '')
  },
}
