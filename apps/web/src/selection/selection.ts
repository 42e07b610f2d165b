import { Store, useSelector } from '@tanstack/react-store'
import { createContext, useContext } from 'react'
import type { Picture } from '../pictures/picture.js'

/** The selected pictures of a wall by their ids, in the order in which they were selected. */
type Selected = ReadonlyMap<string, Picture>

export interface Selection {
  selected: Store<Selected>
  pictures(): readonly Picture[]
  /** Returns the picture that was toggled last. */
  anchor(): Picture | null
  /** Selects a picture, or deselects it; later ranges start here. */
  toggle(picture: Picture): void
  /**
   * Selects all pictures of a list between the last toggled one and this one, and deselects those that the last call added.
   */
  extendTo(picture: Picture, list: readonly Picture[]): void
  /** Selects all given pictures; deselects them when all are selected. */
  toggleAll(pictures: readonly Picture[]): void
  selectAll(pictures: readonly Picture[]): void
  /** Deselects pictures that are gone. */
  remove(ids: readonly string[]): void
  clear(): void
}

export function createSelection(): Selection {
  const selected = new Store<Selected>(new Map())
  let anchor: Picture | null = null
  // The pictures that the last range has added.
  let reach: readonly Picture[] = []

  const add = (pictures: readonly Picture[]) =>
    selected.setState((before) => new Map([...before, ...pictures.map((picture) => [picture.id, picture] as const)]))
  const remove = (ids: readonly string[]) => {
    const removed = new Set(ids)
    if (ids.some((id) => selected.state.has(id)))
      selected.setState((before) => new Map([...before].filter(([id]) => !removed.has(id))))
  }

  return {
    selected,
    pictures: () => [...selected.state.values()],
    anchor: () => anchor,
    toggle: (picture) => {
      anchor = picture
      reach = []
      if (selected.state.has(picture.id)) remove([picture.id])
      else add([picture])
    },
    extendTo: (picture, list) => {
      const [one = -1, other = -1] = [anchor?.id, picture.id].map((id) => list.findIndex((each) => each.id === id))
      const range = one < 0 || other < 0 ? [picture] : list.slice(Math.min(one, other), Math.max(one, other) + 1)
      remove(reach.map(toId))
      reach = range.filter(({ id }) => !selected.state.has(id))
      add(range)
    },
    toggleAll: (pictures) => {
      if (pictures.every(({ id }) => selected.state.has(id))) remove(pictures.map(toId))
      else add(pictures)
    },
    selectAll: add,
    remove,
    clear: () => {
      anchor = null
      reach = []
      selected.setState(() => new Map())
    },
  }
}

function toId({ id }: Picture) {
  return id
}

export const SelectionContext = createContext<Selection>(createSelection())

export function useSelection(): Selection {
  return useContext(SelectionContext)
}

export function useSelected(): readonly Picture[] {
  const selected = useSelector(useSelection().selected)
  return [...selected.values()]
}

export function useIsSelected(id: string): boolean {
  return useSelector(useSelection().selected, (selected) => selected.has(id))
}

/** Returns whether all given pictures are selected. */
export function useAreSelected(pictures: readonly Picture[] | null): boolean {
  return useSelector(
    useSelection().selected,
    (selected) => pictures !== null && pictures.length > 0 && pictures.every(({ id }) => selected.has(id)),
  )
}
