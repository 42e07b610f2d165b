import { lazy } from 'react'

/** Loads what shows a picture large. */
export const loadLightBox = () => import('./light-box.js')

/** One picture large. It is loaded when a picture is about to be opened. */
export const LightBox = lazy(async () => ({ default: (await loadLightBox()).LightBox }))
