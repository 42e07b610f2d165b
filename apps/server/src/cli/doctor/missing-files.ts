import pLimit from 'p-limit'
import type { PrismaDatabase } from '../../database/connect.js'
import { findDerived } from '../../jobs/derived/derived-asset.js'
import { searchDerived } from '../../jobs/derived/missing.js'
import { openDerivedFiles } from '../../storage/derived-files.js'
import { joinPath } from '../../storage/object-path.js'
import { openOriginals } from '../../storage/originals.js'
import type { Reached } from './database.js'
import { type Check, ok, problem, warning } from './finding.js'
import { checkLibrary, describeSample, searchSample } from './sampled-files.js'

/**
 * Checks that a sample of the thumbnails, previews and videos that jobs created exists; a restore may not have brought them back.
 */
export function checkMissingDerived(reached: Promise<Reached | null>): Check {
  return checkLibrary(reached, async (database, config) => {
    const derived = await openDerivedFiles(config)
    try {
      const search = async (ids: string[]) => searchDerived(derived, await findDerived(database, ids))
      const sampled = await searchSample(database, search)
      const paths = sampled.missing.map(({ key }) => joinPath(derived.name, key))
      const detail = describeSample(sampled, paths)
      if (paths.length === 0) return ok(detail)
      return problem(
        detail,
        '`media-library jobs retry --missing` makes them again. If you have a copy of the former DATA_DIR, first run ' +
          '`media-library restore --files <folder>` with it.',
      )
    } finally {
      derived.close()
    }
  })
}

/** The number of files that are looked up at once. A disk that hangs blocks as many threads of the process. */
const AT_ONCE = 2

/** Checks that a sample of the imported and uploaded files exists. */
export function checkMissingOriginals(reached: Promise<Reached | null>): Check {
  return checkLibrary(reached, async (database, config) => {
    const originals = await openOriginals(config)
    const limit = pLimit(AT_ONCE)
    try {
      const sampled = await searchSample(database, async (ids) => {
        const found = await findOriginals(database, ids)
        const sizes = await limit.map(found, ({ path }) => originals.readSize(path))
        return { count: found.length, missing: found.filter((_, index) => sizes[index] === null) }
      })
      const { missing } = sampled
      const detail = describeSample(
        sampled,
        missing.map(({ path }) => path),
      )
      if (missing.length === 0) return ok(detail)
      if (missing.some(({ isExternal }) => !isExternal)) {
        return problem(
          detail,
          'Put uploads back at these paths, or run `media-library restore --files <folder>` with a copy of the former DATA_DIR or ' +
            'UPLOAD_DIR. Mount imported folders at the same paths.',
        )
      }
      return warning(
        detail,
        'Mount their folders at the same paths, or run `media-library import <folder>`, which finds moved files and marks missing ones.',
      )
    } finally {
      await originals.close()
    }
  })
}

/** Finds the paths of assets whose files are not known to be missing. */
async function findOriginals(database: PrismaDatabase, ids: string[]) {
  const rows = await database.asset.findMany({
    where: { id: { in: ids }, removedAt: null, isOffline: false },
    select: { id: true, originalPath: true, isExternal: true },
  })
  return rows.map(({ id: assetId, originalPath: path, isExternal }) => ({ assetId, path, isExternal }))
}
