import { useEffect, useState } from 'react'

/**
 * The element that holds a large picture, as long as it is open. Meanwhile the wall and the places cannot be reached; messages
 * and dialogs can.
 */
export function useHost(isOpen: boolean): HTMLElement | null {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const element = document.createElement('div')
    document.body.append(element)
    const below = ['main', 'places'].flatMap((id) => document.getElementById(id) ?? [])
    for (const each of below) each.inert = true
    setHost(element)
    return () => {
      for (const each of below) each.inert = false
      element.remove()
    }
  }, [isOpen])
  return host
}
