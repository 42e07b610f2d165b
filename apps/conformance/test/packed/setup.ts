import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepFilesInMemory } from '@media-library/test-support/memory-folder'
import type { TestProject } from 'vitest/node'
import { startWorld } from '../support/world.js'
import { startRegistry } from './registry.js'
import { root, runToEnd } from './run.js'

const published = ['contract', 'client', 'embedded-postgres', 'media', 'web', 'server'] as const

/** A package that the registry publishes. */
export type Published = (typeof published)[number]

declare module 'vitest' {
  interface ProvidedContext {
    /** The paths of the packed packages. */
    tarballs: Record<Published, string>
    /** The address of a registry with them. */
    registry: string
  }
}

/** Packs the published packages, and starts the service that programs call, once for all tests. */
export default async ({ provide }: TestProject) => {
  keepFilesInMemory()
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  const [{ stop, ...world }] = await Promise.all([startWorld(), packInto(folder)])
  const files = await readdir(folder)
  const findTarball = (name: Published) => files.find((file) => file.startsWith(`media-library-${name}-`)) ?? name
  const tarballs = Object.fromEntries(published.map((name) => [name, join(folder, findTarball(name))]))
  const registry = await startRegistry(Object.values(tarballs))
  provide('world', world)
  provide('tarballs', tarballs as Record<Published, string>)
  provide('registry', registry.url)
  return async () => {
    registry.stop()
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function packInto(folder: string): Promise<string> {
  const filters = published.map((name) => `--filter=@media-library/${name}`)
  return runToEnd('npx', ['--yes', 'pnpm@10', ...filters, 'pack', '--pack-destination', folder], { cwd: root })
}
