import { useEffect } from 'react'
import { messages } from '../../language/messages.js'

/** Sets the title of the page in the tab of the browser. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} – ${messages.name}`
  }, [name])
}
