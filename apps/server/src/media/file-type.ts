import { extname } from 'node:path'
import { type Detector, fileTypeFromFile } from 'file-type'
import type { OpenFile } from '../files/open-beneath.js'

/** What an asset made of a file is. */
export type MediaType = 'IMAGE' | 'VIDEO' | 'AUDIO'

/** Extensions, in lower case and without a dot, under which cameras keep what their sensor saw. */
export const rawExtensions =
  '3fr arw cr2 cr3 crw dcr dng erf fff iiq k25 kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f'.split(
    ' ',
  )

const imageExtensions = 'jpg jpeg jpe png gif webp heic heif hif avif tif tiff bmp jxl jp2 psd'.split(' ')
const videoExtensions = 'mp4 m4v mov avi mkv webm mpg mpeg 3gp 3g2 wmv m2ts flv ogv'.split(' ')
const audioExtensions = 'mp3 m4a aac flac wav ogg oga opus wma aif aiff mka'.split(' ')
const mediaExtensions = new Set([...rawExtensions, ...imageExtensions, ...videoExtensions, ...audioExtensions])

const extension = (path: string) => extname(path).slice(1).toLowerCase()

/** Whether a file calls itself a photo, video or sound, whatever its content is. `.ts` and `.mts` are as often programs. */
export const hasMediaName = (path: string): boolean => mediaExtensions.has(extension(path))

const rawSignatures = { crw: 'II\x1a\0\0\0HEAPCCDR', mrw: '\0MRM', x3f: 'FOVb' }

/** RAW formats that file-type does not know. */
const oldRaw: Detector = {
  id: 'old-raw',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(14)
    await tokenizer.peekBuffer(start, { mayBeLess: true })
    const found = Object.entries(rawSignatures).find(([, signature]) => start.toString('latin1').startsWith(signature))
    return found && { ext: found[0], mime: `image/x-${found[0]}` }
  },
}

/** Containers of videos and of sounds alike. */
const containers = /^(application\/(ogg|mxf|vnd\.ms-asf|vnd\.rn-realmedia)|video\/(mp4|matroska|webm|ogg|x-ms-asf))$/

/**
 * Tells what a file is by its content; its extension only decides where the content may be either. Null: not a photo,
 * video or sound. Throws the error of the file system when it cannot be read.
 */
export const findMediaType = async ({ path, steadyPath }: OpenFile): Promise<MediaType | null> => {
  const found = await fileTypeFromFile(steadyPath, { customDetectors: [oldRaw] })
  if (!found || found.mime === 'image/vnd.dwg') return null
  if (containers.test(found.mime)) return audioExtensions.includes(extension(path)) ? 'AUDIO' : 'VIDEO'
  if (found.mime.startsWith('image/')) return 'IMAGE'
  if (found.mime.startsWith('video/')) return 'VIDEO'
  return found.mime.startsWith('audio/') ? 'AUDIO' : null
}
