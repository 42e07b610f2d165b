import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { limitMemory, readOwnData } from '../tools/limit-memory.js'
import type { PoolAnswer, PoolRequest } from './image-pool.js'
import { MemoryNeed } from './memory-need.js'
import { renderThumbnails } from './render-thumbnails.js'

// The pool has as many processes as there are cores, and a cache would not help the next image.
sharp.concurrency(1)
sharp.cache(false)
// Only loaders of photos are allowed: SVG, PDF and the like can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

try {
  // When memory runs out, Linux kills this process rather than the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Not Linux.
}

function answer(result: PoolAnswer, done = () => {}) {
  return process.send?.(result, done)
}

// `process.exit` would wait for the decoder.
function end() {
  return process.kill(process.pid, 'SIGKILL')
}

/** Recognises a failure of a decoder in WebAssembly after which it can fail for every later picture. */
function isBroken(error: Error) {
  return error.name === 'RuntimeError'
}

/** Returns whether this program is wrong, or a part of it is missing. Decoders throw plain errors. */
function isOurs(error: Error) {
  return error instanceof TypeError || error instanceof ReferenceError || 'code' in error
}

/** The bytes of a process that ordinary photos do not reach. The memory of WebAssembly never shrinks. */
const LARGE_BYTES = 300 * 2 ** 20

function isLarge() {
  return process.memoryUsage.rss() > LARGE_BYTES
}

let memoryLimit = Number.POSITIVE_INFINITY
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) answer({ swollen: true }, end)
}, 100).unref()

const reserved = readOwnData()

process.on('message', async ({ memoryLimit: limit, ...request }: PoolRequest) => {
  if (limit !== memoryLimit) await limitMemory(process.pid, reserved + limit)
  memoryLimit = limit
  renderThumbnails(request).then(
    (rendered) => answer({ rendered, isSpent: isLarge() }),
    (error: Error) => {
      const isSpent = isBroken(error) || isLarge()
      if (error instanceof MemoryNeed) return answer({ needed: error.bytes, isSpent })
      return answer({ fault: error.message, isOurs: isOurs(error), isSpent })
    },
  )
})
process.on('disconnect', end)
