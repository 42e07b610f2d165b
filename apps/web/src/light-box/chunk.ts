import { lazy } from 'react'

const load = () => import('./light-box.js')

/** One picture large. It is loaded when a picture is about to be opened. */
export const LightBox = lazy(async () => ({ default: (await load()).LightBox }))

export function preloadLightBox(): void {
  void load()
}
