import type { TestProject } from 'vitest/node'
import { hasPooler } from './has-pooler.js'
import { startPooler } from './pooler.js'

/** Puts a pooler in front of the PostgreSQL of a run, so that the requests of every service go through it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasPooler) return async () => {}
  const pooler = await startPooler(project.getProvidedContext().testDatabase.serverUrl)
  project.provide('poolerUrl', pooler.url)
  return pooler.close
}
