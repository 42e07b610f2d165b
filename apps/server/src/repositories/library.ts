import type { Queryable } from '../database/connect.js'

/** Returns the library of a folder. Creates it with this id if there is none. */
export async function findOrCreateLibrary(
  database: Queryable,
  library: { id: string; ownerId: string; name: string; importPath: string },
): Promise<{ id: string }> {
  const { ownerId, importPath } = library
  await database.library.createMany({ data: [library], skipDuplicates: true })
  return database.library.findUniqueOrThrow({
    where: { ownerId_importPath: { ownerId, importPath } },
    select: { id: true },
  })
}

/** Lists the folders of all libraries, without duplicates. */
export async function listImportPaths(database: Queryable): Promise<string[]> {
  const rows = await database.library.findMany({
    distinct: 'importPath',
    select: { importPath: true },
    orderBy: { importPath: 'asc' },
  })
  return rows.map(({ importPath }) => importPath)
}
