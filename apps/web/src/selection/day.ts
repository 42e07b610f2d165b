import { useSyncExternalStore } from 'react'
import type { Picture } from '../pictures/picture.js'
import { useSelection } from './selection.js'

/** Whether all pictures of a day are selected. */
export function useIsDaySelected(pictures: readonly Picture[] | null): boolean {
  const { subscribe, has } = useSelection()
  return useSyncExternalStore(
    subscribe,
    () => pictures !== null && pictures.length > 0 && pictures.every(({ id }) => has(id)),
  )
}
