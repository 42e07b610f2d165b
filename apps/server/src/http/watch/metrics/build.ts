import { Gauge, type Registry } from 'prom-client'
import { findCommit } from '../../../process/commit.js'
import { version } from '../../../process/version.js'

/** Adds the running version, as the labels of a metric whose value is always 1. */
export async function addBuild(registry: Registry): Promise<void> {
  const build = new Gauge({
    name: 'media_library_build_info',
    help: 'Always 1; its labels are the version, the Node.js version, and the commit (unknown outside a clone)',
    labelNames: ['version', 'node', 'commit'],
    registers: [registry],
  })
  build.set({ version, node: process.versions.node, commit: (await findCommit()) ?? 'unknown' }, 1)
}
