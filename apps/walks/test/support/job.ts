import type { Edit } from './scratch.ts'

/** A job that checks whether a file is still what the library knows, in the order of CONTRIBUTING.md. */
export const job = {
  contract: {
    path: 'packages/contract/src/schemas/job.ts',
    from: "'transcode-video']",
    to: "'transcode-video', 'check-file']",
  },
  counts: {
    path: 'packages/contract/src/schemas/job.ts',
    from: "    'transcode-video': JobStateCounts.describe('The jobs that make videos playable in browsers.'),\n",
    to: "    'transcode-video': JobStateCounts,\n    'check-file': JobStateCounts,\n",
  },
  countsExample: {
    path: 'packages/contract/src/schemas/job.ts',
    from: "      'transcode-video': { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 },\n",
    to: `      'transcode-video': { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 },
      'check-file': { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 },
`,
  },
  document: {
    path: 'packages/contract/test/document.ts',
    from: 'regenerate-thumbnail|refresh-metadata|transcode-video',
    to: 'regenerate-thumbnail|refresh-metadata|transcode-video|check-file',
  },
  handler: {
    path: 'apps/server/src/jobs/check-file.ts',
    to: `import { withOriginal } from '../media/with-original.js'
import { type JobHandler, placeOf } from './job.js'

/** Fails when the file of an asset cannot be read any more. */
export const checkFile: JobHandler = async (_context, asset) => {
  await withOriginal(placeOf(asset), async () => {})
  return { state: 'succeeded' }
}
`,
  },
  handlerImport: {
    path: 'apps/server/src/jobs/index.ts',
    from: "import type { JobClass, JobHandler } from './job.js'\n",
    to: "import { checkFile } from './check-file.js'\nimport type { JobClass, JobHandler } from './job.js'\n",
  },
  handlers: {
    path: 'apps/server/src/jobs/index.ts',
    from: "  'transcode-video': transcodeVideo,\n",
    to: "  'transcode-video': transcodeVideo,\n  'check-file': checkFile,\n",
  },
  class: {
    path: 'apps/server/src/jobs/index.ts',
    from: "  'transcode-video': 'videos',\n",
    to: "  'transcode-video': 'videos',\n  'check-file': 'metadata',\n",
  },
  words: {
    path: 'apps/web/src/jobs/names.ts',
    from: "  'transcode-video': 'Make videos playable again',\n",
    to: "  'transcode-video': 'Make videos playable again',\n  'check-file': 'Check the files',\n",
  },
  noun: {
    path: 'apps/web/src/jobs/names.ts',
    from: "  'transcode-video': 'Playable videos',\n",
    to: "  'transcode-video': 'Playable videos',\n  'check-file': 'Files',\n",
  },
  migration: {
    path: 'prisma/migrations/29990101000001_allow_check_file/migration.sql',
    to: `ALTER TABLE "asset_job" DROP CONSTRAINT "asset_job_name_check", ADD CONSTRAINT "asset_job_name_check"
    CHECK ("name" IN ('regenerate-thumbnail', 'refresh-metadata', 'transcode-video', 'check-file'));
`,
  },
  test: {
    path: 'apps/server/test/jobs/check-file.test.ts',
    to: `import { expect, test } from 'vitest'
import { handlers } from '../../src/jobs/index.js'
import { enqueueJobs } from '../../src/repositories/job/job.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { until } from '../support/until.js'

test('check-file fails when the file is gone', async () => {
  const library = await openJobLibrary()
  const ids = await library.addAssets(1)
  await enqueueJobs(library.database, 'check-file', ids)

  await library.startWorker({ handlers, backoffMs: 1 })

  await until(async () => (await library.jobsOf(ids))[0]?.state === 'failed')
  expect(await library.jobsOf(ids)).toMatchObject([{ name: 'check-file', state: 'failed' }])
})
`,
  },
} satisfies Record<string, Edit>
