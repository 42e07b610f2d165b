import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** What is used of magick-wasm, whose own types need those of a browser. */
export interface Magick {
  initializeImageMagick(program: Buffer): Promise<void>
  MagickReadSettings: new (
    settings: ReadSettings,
  ) => ReadSettings & {
    setDefine(format: string, name: string, value: string): void
  }
  MagickImageInfo: { create(content: Buffer, settings: ReadSettings): Size }
  ImageMagick: {
    readCollection<T>(content: Buffer, settings: ReadSettings, use: (pictures: Iterable<Picture>) => T): T
  }
  CompressionMethod: { NoCompression: number }
}

export interface ReadSettings {
  format: string
  frameIndex?: number
  frameCount?: number
}

interface Size {
  width: number
  height: number
}

interface Picture extends Size {
  settings: { compression: number }
  write<T>(format: string, use: (content: Uint8Array) => T): T
}

let loaded: Promise<Magick> | null = null

/** Loads ImageMagick on the first call, which takes a fifth of a second. */
export function loadMagick(): Promise<Magick> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Magick> {
  const require = createRequire(import.meta.url)
  const magick: Magick = require('@imagemagick/magick-wasm')
  await magick.initializeImageMagick(await readFile(require.resolve('@imagemagick/magick-wasm/magick.wasm')))
  return magick
}
