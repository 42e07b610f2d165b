import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../../../config/config.js'
import { readDiskSpace } from '../../../storage/disk-space.js'
import type { SourceReader } from './reader.js'

/** Adds the space of the disks of DATA_DIR and UPLOAD_DIR, which are one disk unless they are mounted apart. */
export function addDisks(
  registry: Registry,
  reader: SourceReader,
  { dataDir, uploads }: Pick<Config, 'dataDir' | 'uploads'>,
): void {
  const labelNames = ['folder']
  const registers = [registry]
  const size = new Gauge({
    name: 'media_library_disk_size_bytes',
    help: 'Size of the disk of a folder',
    labelNames,
    registers,
  })
  const free = new Gauge({
    name: 'media_library_disk_free_bytes',
    help: 'Space of that disk which the account of the service can use',
    labelNames,
    registers,
  })
  for (const [folder, path] of Object.entries({ DATA_DIR: dataDir, UPLOAD_DIR: uploads.folder })) {
    reader.add({
      name: folder,
      read: () => readDiskSpace(path),
      show: (space) => {
        for (const gauge of [size, free]) gauge.remove({ folder })
        if (space === null) return
        size.set({ folder }, space.size)
        free.set({ folder }, space.free)
      },
    })
  }
}
