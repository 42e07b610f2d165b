import { writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import sharp from 'sharp'
import { type RenderRequest, renderThumbnails } from './render-thumbnails.js'

const GIGABYTE = 2 ** 30
const memoryLimit = Math.min(3 * GIGABYTE, totalmem() / 2)

// The pool has as many processes as there are cores, and one image shares nothing with the next.
sharp.concurrency(1)
sharp.cache(false)
// The loaders of photos only: SVG, PDF and the like can name other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

try {
  // Where memory runs short, Linux ends this process rather than the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Not Linux.
}

setInterval(() => {
  // Exiting would wait for the decoder.
  if (process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGKILL')
}, 100).unref()

process.on('message', (request: RenderRequest) => {
  renderThumbnails(request).then(
    (rendered) => process.send?.({ rendered }),
    (error: Error) => process.send?.({ fault: error.message }),
  )
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
