import { useEffect, useState } from 'react'

/**
 * Returns the element that holds the light box while it is open. Meanwhile, the wall, the search and the navigation are inert; messages and dialogs are
 * not.
 */
export function useHost(isOpen: boolean): HTMLElement | null {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const element = document.createElement('div')
    document.body.append(element)
    const below = ['main', 'search', 'places'].flatMap((id) => document.getElementById(id) ?? [])
    for (const each of below) each.inert = true
    setHost(element)
    return () => {
      for (const each of below) each.inert = false
      element.remove()
    }
  }, [isOpen])
  return host
}
