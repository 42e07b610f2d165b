export { BusyFault, CrashFault, FileFault, TimeFault, TurnFault } from './errors.js'
export type { OwnFacts } from './exif/change-sidecar.js'
export { probeDuration } from './exif/duration.js'
export { findXmpDepth } from './exif/xmp-depth.js'
export { audioExtensions, imageExtensions, mayBeMedia, rawExtensions, videoExtensions } from './extensions.js'
export {
  findContentType,
  findMediaType,
  hasMediaName,
  isMedia,
  type MediaType,
  NOT_MEDIA,
  recognizeMedia,
} from './file-type.js'
export type { Destination } from './files/destination.js'
export { describeFileError } from './files/file-error.js'
export { openByNames } from './files/open-at.js'
export { type FilePlace, type OpenFile, openBeneath, withOpenFile } from './files/open-beneath.js'
export { readBytes, readChecksum, readChunks, type Span } from './files/read-chunks.js'
export { replaceBeneath } from './files/replace-beneath.js'
export { requireDrawable } from './image/drawable.js'
export { findHeicFault } from './image/heic/heic.js'
export { renderInPool } from './image/image-pool.js'
export { isRaw, NO_PREVIEW } from './image/raw.js'
export { createPlaces } from './place/places.js'
export { makeSquarePicture } from './square-picture.js'
export { makeThumbnails, type ThumbnailRequest } from './thumbnail.js'
export { findAgeFault, findFfmpegFault, findTool, type ToolName } from './tools/find-tool.js'
export { runTool } from './tools/run-tool.js'
export { findSandbox } from './tools/sandbox.js'
export type { Caller } from './tools/turns.js'
export { inputArguments, probe, runFfmpeg } from './video/ffmpeg.js'
export { copyMotionVideo, findMotionVideo } from './video/motion-video.js'
export { transcode } from './video/transcode.js'
export {
  type Found,
  findSidecarPath,
  readFolder,
  readSidecarVersion,
  toSidecarPath,
  toStem,
  walk,
} from './walk.js'
export { EMPTY, withOriginal } from './with-original.js'
