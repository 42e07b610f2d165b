import type { Cluster } from '../src/cluster.ts'

/** Returns the cluster of the tests in a data folder. */
export function clusterIn(dataDir: string): Cluster {
  return { dataDir, database: 'notes', application: 'test-notes' }
}
