import { useEffect, useEffectEvent, useRef } from 'react'
import type { Picture } from '../pictures/picture.js'
import { type Section, toDay } from '../pictures/section.js'
import { useSelection } from './selection.js'

/**
 * Deselects what is no longer on a wall that has fewer pictures than before: others took it off an album, or it was archived in another
 * tab. A picture whose date was corrected stays selected. `load` reads the pictures of days.
 */
export function useLeaving(name: string, sections: Section[], load: (days: Section[]) => Promise<Picture[]>): void {
  const selection = useSelection()
  const count = sections.reduce((sum, section) => sum + section.count, 0)
  const before = useRef({ name, count })
  const deselect = useEffectEvent(async () => {
    const selected = selection.pictures()
    const days = new Set(selected.map(({ takenAt }) => toDay(takenAt)))
    const there = new Set((await load(sections.filter(({ key }) => days.has(key)))).map(({ id }) => id))
    selection.remove(selected.flatMap(({ id }) => (there.has(id) ? [] : [id])))
  })
  useEffect(() => {
    const isFewer = before.current.name === name && count < before.current.count
    before.current = { name, count }
    // What cannot be read stays selected.
    if (isFewer && selection.pictures().length > 0) deselect().catch(() => {})
  }, [name, count, selection])
}
