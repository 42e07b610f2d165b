import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Picture } from '../pictures/picture.js'

/** The selected pictures of a wall, in the order in which they were selected. */
export interface Selection {
  subscribe(listener: () => void): () => void
  pictures(): readonly Picture[]
  has(id: string): boolean
  /** The picture that was toggled last. */
  anchor(): Picture | null
  /** Selects a picture, or no longer; later ranges start here. */
  toggle(picture: Picture): void
  /** Selects all pictures of a list between the last one that was toggled and this one. */
  extendTo(picture: Picture, list: readonly Picture[]): void
  /** Selects all of them; or none of them, where all are selected. */
  toggleAll(pictures: readonly Picture[]): void
  clear(): void
}

export function createSelection(): Selection {
  const listeners = new Set<() => void>()
  let selected = new Map<string, Picture>()
  let anchor: Picture | null = null
  let listed: readonly Picture[] = []

  const change = (next: Map<string, Picture>) => {
    selected = next
    listed = [...next.values()]
    for (const listener of listeners) listener()
  }
  const add = (pictures: readonly Picture[]) =>
    change(new Map([...selected, ...pictures.map((picture) => [picture.id, picture] as const)]))

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pictures: () => listed,
    has: (id) => selected.has(id),
    anchor: () => anchor,
    toggle: (picture) => {
      anchor = picture
      if (!selected.has(picture.id)) return add([picture])
      change(new Map([...selected].filter(([id]) => id !== picture.id)))
    },
    extendTo: (picture, list) => {
      const [one, other] = [anchor?.id, picture.id].map((id) => list.findIndex((each) => each.id === id))
      if (one === undefined || other === undefined || one < 0 || other < 0) return add([picture])
      add(list.slice(Math.min(one, other), Math.max(one, other) + 1))
    },
    toggleAll: (pictures) => {
      if (!pictures.every(({ id }) => selected.has(id))) return add(pictures)
      const ids = new Set(pictures.map(({ id }) => id))
      change(new Map([...selected].filter(([id]) => !ids.has(id))))
    },
    clear: () => {
      anchor = null
      change(new Map())
    },
  }
}

export const SelectionContext = createContext<Selection>(createSelection())

export function useSelection(): Selection {
  return useContext(SelectionContext)
}

export function useSelected(): readonly Picture[] {
  const { subscribe, pictures } = useSelection()
  return useSyncExternalStore(subscribe, pictures)
}

export function useIsSelected(id: string): boolean {
  const { subscribe, has } = useSelection()
  return useSyncExternalStore(subscribe, () => has(id))
}
