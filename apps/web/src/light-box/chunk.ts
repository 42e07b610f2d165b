import { lazy } from 'react'

/** Loads the code of the light box. */
export const loadLightBox = () => import('./light-box.js')

/** The light box. Its code is loaded when a picture is about to be opened. */
export const LightBox = lazy(async () => ({ default: (await loadLightBox()).LightBox }))
