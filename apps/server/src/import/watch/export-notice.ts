/** Finds the service of which an export is in a folder itself, or with `isDeep` in a subfolder; null when there is none. */
export type FindExport = (folder: string, options: { isDeep: boolean }) => Promise<string | null>

/** Announces exports in a watched folder, of which a watch imports only the files: once for each service. */
export interface ExportNotice {
  /** Searches the whole folder, at most once in an hour. */
  search(): Promise<void>
  /** Checks a folder in it. */
  look(path: string): Promise<void>
}

const HOUR_MS = 3_600_000

export function openExportNotice(
  { findExport, onNotice }: { findExport?: FindExport; onNotice?: ((message: string) => void) | undefined },
  folder: string,
): ExportNotice {
  const services = new Set<string>()
  let searchedAt = Number.NEGATIVE_INFINITY

  const look = async (path: string, options: { isDeep: boolean }) => {
    const service = await findExport?.(path, options).catch(() => null)
    if (!service || services.has(service)) return
    services.add(service)
    onNotice?.(
      `${folder} has an export of ${service}, of which a watch imports the files alone. Run \`import\` on it once for its dates, places, people and albums.`,
    )
  }

  return {
    search: async () => {
      if (performance.now() - searchedAt < HOUR_MS) return
      await look(folder, { isDeep: true })
      searchedAt = performance.now()
    },
    look: (path) => look(path, { isDeep: false }),
  }
}
