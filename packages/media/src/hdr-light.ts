/**
 * The brightness in nits of white paper in HDR (ITU-R BT.2408), and of the brightest light in most videos and photos.
 */
export const WHITE_NITS = 203
export const BRIGHTEST_NITS = 1_000

/**
 * The share of white paper up to which light stays unchanged, so that HDR is as bright as SDR. Brighter light is compressed.
 */
export const UNCHANGED = 0.7
