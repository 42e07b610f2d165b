import type { UploadItem } from './item.js'

/** What programs and systems keep beside the files of a person. */
const ofSystems = /^(\..*|desktop\.ini|e?h?thumbs\.db)$/i

/** The files that were dropped or chosen, each with its XMP side-car, as an import takes them. */
export function collect(files: readonly File[]): Omit<UploadItem, 'id'>[] {
  const own = files.filter(({ name }) => !ofSystems.test(name))
  const sidecars = new Map(own.filter(isSidecar).map((file) => [pathOf(file).toLowerCase(), file]))
  const taken = new Set<File>()
  const items = own
    .filter((file) => !isSidecar(file))
    .map((file) => {
      const path = pathOf(file)
      const stem = path.replace(/\.[^./]*$/, '')
      const sidecar = [path, stem].map((start) => sidecars.get(`${start}.xmp`.toLowerCase())).find(Boolean)
      if (sidecar) taken.add(sidecar)
      return { file, path, sidecar }
    })
  const alone = [...sidecars.values()].filter((file) => !taken.has(file))
  return [...items, ...alone.map((file) => ({ file, path: pathOf(file) }))]
}

function isSidecar({ name }: File) {
  return /\.xmp$/i.test(name)
}

/** The path that file-selector found. */
function pathOf(file: File & { relativePath?: string }): string {
  return (file.relativePath ?? file.name).replace(/^(\.?\/)+/, '')
}
