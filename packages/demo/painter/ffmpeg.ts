import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'

/** Pictures in a second. */
export const FPS = 24

/** Encodes raw RGB pictures, one after the other, as an H.264 video that every browser plays. */
export async function encode(frames: Readable, { width, height, path }: Video): Promise<void> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(FPS), '-i', '-']
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '26',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ]
  const ffmpeg = spawn(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-loglevel', 'error', '-y', ...raw, ...h264, path], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(ffmpeg, 'close')
  await pipeline(frames, ffmpeg.stdin)
  await finished(ffmpeg.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} and made no ${path}`)
}

interface Video {
  width: number
  height: number
  path: string
}
