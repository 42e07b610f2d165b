import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepFilesInMemory } from '@media-library/test-support/memory-folder'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../src/embedded.js'
import { clusterIn } from './cluster.js'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A data folder whose PostgreSQL was stopped properly. Most tests copy it, because creating a cluster takes a second.
     */
    usedDataDir: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepFilesInMemory()
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  const database = await openEmbedded(clusterIn(folder))
  await database.close()
  // Each copy chooses a port of its own: that of a database which restarts must not be taken by another test.
  await rm(join(folder, 'postgres', 'postmaster.opts'))
  project.provide('usedDataDir', folder)
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
