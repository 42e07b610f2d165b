import { lookup } from 'mime-types'

/** The extensions, in lower case and without a dot, of the raw files of cameras. */
export const rawExtensions =
  '3fr arw cr2 cr3 crw dcr dng erf fff iiq k25 kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f'.split(
    ' ',
  )

/** The extensions of other images. */
export const imageExtensions = 'jpg jpeg jpe png gif webp heic heif hif avif tif tiff bmp ico jxl jp2 psd'.split(' ')
/** The extensions of videos. `.ts` and `.mts` are left out, because they are as often programs. */
export const videoExtensions = 'mp4 m4v mov avi mkv webm mpg mpeg 3gp 3g2 wmv m2ts flv ogv'.split(' ')
/** The extensions of sounds. */
export const audioExtensions = 'mp3 m4a aac flac wav ogg oga opus wma aif aiff mka'.split(' ')

const media = new Set([...rawExtensions, ...imageExtensions, ...videoExtensions, ...audioExtensions])

/** The extensions of containers of videos and sounds, and those that cameras share with programs. */
const ambiguous = new Set('ts mts mxf ogx asf rm rmvb mpd heics vob'.split(' '))

/**
 * Returns whether a file may be a photo, video or sound by its name. Only a name that certainly means something else excludes it.
 */
export function mayBeMedia(path: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (extension === '' || media.has(extension) || ambiguous.has(extension)) return true
  const type = lookup(extension)
  return type === false || /^(image|video|audio)\//.test(type)
}
