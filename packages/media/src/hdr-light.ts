/** The brightness of white paper in HDR (ITU-R BT.2408) and of the brightest light in most videos and photos, in nits. */
export const WHITE_NITS = 203
export const BRIGHTEST_NITS = 1_000

/** Light up to this share of white paper stays unchanged, so that HDR is as bright as SDR. The rest is compressed. */
export const UNCHANGED = 0.7
