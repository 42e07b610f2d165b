/** The largest number of pixels that an image may have, so that no small file can fill the memory. */
export const PIXEL_LIMIT = 300_000_000
