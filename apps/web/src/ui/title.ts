import { useEffect } from 'react'

/** Names the page in the tab of the browser. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = name === '' ? 'Media library' : `${name} – Media library`
  }, [name])
}
