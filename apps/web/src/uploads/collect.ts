import type { UploadItem } from './item.js'

/** Files that programs and systems keep beside those of a person. */
const ofSystems = /^(\..*|desktop\.ini|e?h?thumbs\.db)$/i

/** Returns the files that were dropped or chosen, each with its XMP side-car, which an import would find, too. */
export function collect(files: readonly File[]): Omit<UploadItem, 'id'>[] {
  const own = files.filter(({ name }) => !ofSystems.test(name))
  const sidecars = new Map(own.filter(isSidecar).map((file) => [toPath(file).toLowerCase(), file]))
  const taken = new Set<File>()
  const items = own
    .filter((file) => !isSidecar(file))
    .map((file) => {
      const path = toPath(file)
      const stem = path.replace(/\.[^./]*$/, '')
      const sidecar = [path, stem].map((start) => sidecars.get(`${start}.xmp`.toLowerCase())).find(Boolean)
      if (sidecar) taken.add(sidecar)
      return { file, path, sidecar }
    })
  const alone = [...sidecars.values()].filter((file) => !taken.has(file))
  return [...items, ...alone.map((file) => ({ file, path: toPath(file) }))]
}

function isSidecar({ name }: File) {
  return /\.xmp$/i.test(name)
}

/** Returns the path that file-selector found. */
function toPath(file: File & { relativePath?: string }): string {
  return (file.relativePath ?? file.name).replace(/^(\.?\/)+/, '')
}
