import type { VirtualItem } from '@tanstack/react-virtual'
import { createContext, type ReactNode, useState } from 'react'

/** How a view stood when it was left. */
interface Standing {
  offset: number
  /** The rows of each list. */
  rows: Map<string, VirtualItem[]>
}

/** The element that scrolls the lists in it; null until it is on the page. */
export const ScrolledContext = createContext<{ element: HTMLElement | null; standing: Standing }>({
  element: null,
  standing: toStanding(),
})

const left = new Map<string, Standing>()

interface ScrolledProps {
  /** The name of a view, which stands where it was left when somebody comes back. */
  name?: string
  className: string | undefined
  children: ReactNode
}

/** A view or a part of it that scrolls, with lists of any length. */
export function Scrolled({ name, className, children }: ScrolledProps) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [standing] = useState(() => (name === undefined ? undefined : left.get(name)) ?? toStanding())
  if (name !== undefined) left.set(name, standing)
  return (
    <div
      ref={setElement}
      className={className}
      onScroll={({ currentTarget }) => {
        standing.offset = currentTarget.scrollTop
      }}
    >
      <ScrolledContext value={{ element, standing }}>{children}</ScrolledContext>
    </div>
  )
}

function toStanding(): Standing {
  return { offset: 0, rows: new Map() }
}
