// Lets Node run the sources: it strips their types itself, which takes less time at each start than loading a compiler.
import { registerHooks } from 'node:module'

/** The packages that are served from their sources besides the server: their names and their files. */
const sources: Record<string, string> = {
  '@media-library/contract': 'contract/src/index.ts',
  '@media-library/contract/schemas': 'contract/src/schemas.ts',
  '@media-library/embedded-postgres': 'embedded-postgres/src/index.ts',
  '@media-library/media': 'media/src/index.ts',
}

registerHooks({
  resolve(specifier, context, next) {
    const source = sources[specifier]
    if (source) return next(new URL(`../../../packages/${source}`, import.meta.url).href, context)
    // An import contains the name of the file that a build would create.
    const isRelative = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')
    return next(isRelative ? specifier.replace(/\.js$/, '.ts') : specifier, context)
  },
})
