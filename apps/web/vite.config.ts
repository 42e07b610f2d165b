import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { fingerprints, noteBuilt } from '../server/bin/sources.mjs'

/** Where `pnpm dev` of the server listens. */
const SERVICE = 'http://127.0.0.1:2283'

/** A smaller script is not worth a second file. */
const LEAST_BYTES = 1_024

export default defineConfig({
  plugins: [drawIcons(), compress(), note()],
  // Its scripts load parts of their own.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // Browsers since May 2024 know light-dark(). What would stand in its place knows the theme of the device alone.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All of it is 6 kB. A view whose own style could not be loaded would fail in words of the build.
    cssCodeSplit: false,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // Libraries mark what runs in browsers alone; here everything does.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // What the first view needs is one file, not twenty.
            { name: 'page', tags: ['$initial'] },
            // What other views share is one, too.
            { name: 'views', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVICE, '/problems': SERVICE } },
})

const icon = fileURLToPath(new URL('public/icon.svg', import.meta.url))

/** The colour of the icon. Phones cut its corners themselves. */
const GREEN = '#2f6f5e'

/** Draws the icons for phones, which take no SVG. */
function drawIcons(): Plugin {
  const sizes = { 'icon-192.png': 192, 'icon-512.png': 512, 'touch-icon.png': 180 }
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, size] of Object.entries(sizes)) {
        const drawn = sharp(icon, { density: 72 * 16 })
          .resize(size)
          .flatten({ background: GREEN })
        this.emitFile({ type: 'asset', fileName, source: await drawn.png().toBuffer() })
      }
    },
  }
}

/** Puts `.br` and `.gz` beside each text of the build, so that the service compresses nothing. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < LEAST_BYTES || /\.(png|webp)$/.test(file.fileName)) continue
          const br = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

/** Notes of which sources the page was built. */
function note(): Plugin {
  let ofPage: ReturnType<typeof fingerprints> = []
  return {
    name: 'note',
    apply: 'build',
    buildStart: () => {
      ofPage = fingerprints(['apps/web'])
    },
    closeBundle: () => noteBuilt(ofPage),
  }
}
