import * as z from 'zod'
import { ToolFault } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { findTool, type ToolName } from '../tools/find-tool.js'
import { INPUT_DESCRIPTOR, runTool, type ToolLimits } from '../tools/run-tool.js'
import { findSandbox } from '../tools/sandbox.js'
import { containers, decoders } from './readable-formats.js'
import { FRAME_LIMIT, type Frame, isShared } from './video-memory.js'

/**
 * Returns the arguments that name the input file, and the stream to decode if it is known. The tool also needs the file as its `input`.
 */
export function inputArguments(file: OpenFile, frame?: Frame): string[] {
  return [
    ...(frame && isShared(frame) ? [] : ['-threads', '1']),
    '-max_pixels',
    String(FRAME_LIMIT),
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    containers,
    '-codec_whitelist',
    decoders,
    '-i',
    `file:${file.inheritedPath(INPUT_DESCRIPTOR)}`,
  ]
}

/** The bytes of the largest single allocation, so that a file with a false size cannot fill the memory. */
const largestBlock = String(2 ** 30)

/** Runs ffmpeg and returns its output. It overwrites its output file without a question. Throws as `runTool` does. */
export function runFfmpeg(args: string[], limits: ToolLimits): Promise<Buffer> {
  return run('ffmpeg', ['-nostdin', '-y', ...args], limits)
}

export interface VideoStream {
  /** The index of the stream, for `-map 0:<index>`. */
  index: number
  codec: string
  /** The pixel format, such as `yuv420p`; null when unknown. */
  pixelFormat: string | null
  /** The width and height in pixels as stored, before rotation. */
  width: number
  height: number
  /** The degrees by which a player has to rotate it clockwise. */
  rotation: 0 | 90 | 180 | 270
  /** ffmpeg's name of the transfer function, such as `smpte2084`; null when unknown. */
  colorTransfer: string | null
  /** ffmpeg's name of the primaries, such as `bt2020`; null when unknown. */
  colorPrimaries: string | null
  /** Whether its brightness is encoded for HDR screens (PQ or HLG). */
  isHdr: boolean
}

export interface AudioStream {
  index: number
  codec: string
}

export interface Probe {
  /** ffmpeg's names of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string
  /** The brand of an MP4 or QuickTime file, such as `isom`, `mp42` or `qt`; null in other containers. */
  brand: string | null
  /** The duration in seconds. */
  duration: number | null
  /** The seconds at the beginning of an MP4 or QuickTime file without any picture and sound, which `duration` includes. */
  emptyStart: number
  /** The first video stream that is not a cover image. */
  video: VideoStream | null
  /** The index of the grey stream that tells how opaque the picture of an animation is. */
  mask: number | null
  sounds: AudioStream[]
  /** Whether a stream is encrypted for the program of its seller. */
  isProtected: boolean
}

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  codec_tag_string: z.string().default(''),
  pix_fmt: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  color_transfer: z.string().default('unknown'),
  color_primaries: z.string().default('unknown'),
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  tags: z.object({ rotate: z.coerce.number().optional().catch(undefined) }).default({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
})

const Output = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional().catch(undefined),
    start_time: z.coerce.number().default(0).catch(0),
    tags: z.object({ major_brand: z.string().optional() }).default({}),
  }),
})

/** The names in MP4 of encrypted streams: those of a seller, and those of the iTunes Store. */
const encrypted = new Set(['encv', 'enca', 'drmi', 'drms'])

type ProbeLimits = Pick<ToolLimits, 'signal' | 'turn'>

/** Reads the streams of a video or sound file. Throws as runTool does when the file is neither, or is damaged. */
export async function probe(file: OpenFile, given: ProbeLimits = {}): Promise<Probe> {
  const { streams, format } = Output.parse(JSON.parse(await describe(file, given, [])))
  const [video, ...others] = streams.filter(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition.attached_pic,
  )
  const isMask = ({ width, height, pix_fmt }: z.infer<typeof Stream>) =>
    width === video?.width && height === video.height && pix_fmt.startsWith('gray')
  return {
    container: format.format_name,
    brand: format.tags.major_brand?.trim() ?? null,
    duration: format.duration ?? null,
    emptyStart: format.format_name.startsWith('mov') ? Math.max(0, format.start_time) : 0,
    video: video ? toVideoStream(video) : null,
    mask: others.find(isMask)?.index ?? null,
    sounds: streams.flatMap(({ codec_type, index, codec_name: codec }) =>
      codec_type === 'audio' ? { index, codec } : [],
    ),
    isProtected: streams.some(({ codec_tag_string }) => encrypted.has(codec_tag_string)),
  }
}

/** The most decoders of a file that ffprobe opens in vain; each takes another run. */
const MOST_OPENED = 8

/**
 * ffprobe ends at a decoder of a sound or subtitles that it may not use, and the picture would be lost with them. It then opens that decoder
 * to name the stream, and still decodes nothing with it.
 */
async function describe(file: OpenFile, given: ProbeLimits, opened: string[]): Promise<string> {
  const named = [decoders, ...opened].join()
  const more = opened.length > 0 ? ['-codec_whitelist:a', named, '-codec_whitelist:s', named] : []
  const args = ['-print_format', 'json', '-show_format', '-show_streams', ...inputArguments(file), ...more]
  try {
    return (await run('ffprobe', args, { timeout: 30_000, input: file, ...given })).toString('utf8')
  } catch (error) {
    const refused = error instanceof ToolFault ? /Codec \((\w+)\) not on whitelist/g : null
    const names = refused ? Array.from((error as Error).message.matchAll(refused), ([, name = '']) => name) : []
    const last = names.at(-1)
    if (last === undefined || opened.includes(last) || opened.length >= MOST_OPENED) throw error
    return describe(file, given, [...opened, last])
  }
}

async function run(name: ToolName, args: string[], limits: ToolLimits) {
  const path = await findTool(name)
  const always = ['-hide_banner', '-v', 'error', '-max_alloc', largestBlock]
  const { start } = await findSandbox(path)
  return runTool(path, [...always, ...args], { ...limits, start })
}

function toVideoStream(stream: z.infer<typeof Stream>): VideoStream {
  return {
    index: stream.index,
    codec: stream.codec_name,
    pixelFormat: known(stream.pix_fmt),
    width: stream.width,
    height: stream.height,
    rotation: readRotation(stream),
    colorTransfer: known(stream.color_transfer),
    colorPrimaries: known(stream.color_primaries),
    isHdr: ['smpte2084', 'arib-std-b67'].includes(stream.color_transfer),
  }
}

function known(word: string) {
  return word === 'unknown' || word === 'reserved' ? null : word
}

/**
 * Returns the rotation clockwise. New builds report it anticlockwise, in side data. Old builds also report it clockwise, in a tag.
 */
function readRotation({ tags, side_data_list }: z.infer<typeof Stream>): VideoStream['rotation'] {
  const anticlockwise = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation
  const clockwise = anticlockwise === undefined ? (tags.rotate ?? 0) : -anticlockwise
  const quarters = ((Math.round(clockwise / 90) % 4) + 4) % 4
  return [0, 90, 180, 270][quarters] as VideoStream['rotation']
}
