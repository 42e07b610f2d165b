import { field, writtenForField } from './field.ts'
import { job } from './job.ts'
import { operation } from './operation.ts'
import type { Edit } from './scratch.ts'

/** A command that has to fail when an edit is missing. */
export type Check =
  | { compile: 'packages/contract' | 'packages/client' | 'packages/plain-asset' | 'apps/server' | 'apps/web' }
  | { test: 'packages/contract' | 'apps/server'; files: string[] }

/** An edit that is left out while all others are made, and the command and message that name it. */
export interface LeftOut {
  name: string
  edits: Edit[]
  check: Check
  words: RegExp
}

const contractTests: Check = { test: 'packages/contract', files: ['test/openapi', 'test/contract.test.ts'] }
const server: Check = { compile: 'apps/server' }

function inDatabase(file: string): Check {
  return { test: 'apps/server', files: [file] }
}

export const leftOut: LeftOut[] = [
  {
    name: 'the schema of an answer',
    edits: [operation.schema, operation.schemaImport],
    check: contractTests,
    words: /countTags has no example of its answer 200: add one to TagCount/,
  },
  {
    name: 'the words of an operation',
    edits: [operation.words],
    check: contractTests,
    words: /countTags has no summary/,
  },
  {
    name: 'the query of a handler',
    edits: [operation.repository],
    check: server,
    words: /count-tags\.ts.*no exported member.*countTags/,
  },
  {
    name: 'a handler',
    edits: [operation.handler, operation.handlerImport],
    check: server,
    words: /countTags answers nothing yet: ask a policy/,
  },
  {
    name: 'what the test of an operation expects',
    edits: [operation.test],
    check: inDatabase('test/routes/library/count-tags.test.ts'),
    words: /countTags: write here what it answers to whom/,
  },
  {
    name: 'the rules of the fake service',
    edits: [operation.fake],
    check: { compile: 'packages/client' },
    words: /countTags: write its rules over the library of the fake service/,
  },
  {
    name: 'a field in the contract',
    edits: [field.contract],
    check: contractTests,
    words: /FAIL .*ExifInfo has its fields/,
  },
  {
    name: 'a field of the document',
    edits: [field.document],
    check: contractTests,
    words: /FAIL .*ExifInfo has its fields/,
  },
  {
    name: 'a field in asset.sql',
    edits: [field.answer],
    check: inDatabase('test/migrations/asset-answer.test.ts'),
    words: /prisma\/asset\.sql must answer each field of ExifInfo/,
  },
  {
    name: 'a column in the schema',
    edits: [field.schema],
    check: inDatabase('test/migrations/drift.test.ts'),
    words: /DROP COLUMN "rating"/,
  },
  {
    name: 'the migration of a column',
    edits: writtenForField,
    check: inDatabase('test/migrations/asset-answer.test.ts'),
    words: /column exif\.rating does not exist/,
  },
  {
    name: 'how a field is read of a file',
    edits: [field.file],
    check: server,
    words: /exif-fields\.ts[\s\S]*'rating' is missing/,
  },
  {
    name: 'the type of what is read of a file',
    edits: [field.fileType],
    check: server,
    words: /exif-fields\.ts.*'rating' does not exist/,
  },
  {
    name: 'a field in the plain mapping',
    edits: [field.plain],
    check: { compile: 'packages/plain-asset' },
    words: /'rating' is missing/,
  },
  {
    name: 'the name of a job',
    edits: [job.contract],
    check: { compile: 'packages/contract' },
    words: /schemas\/job\.ts.*check-file.* does not exist/,
  },
  {
    name: 'the counts of a job',
    edits: [job.counts],
    check: { compile: 'packages/contract' },
    words: /schemas\/job\.ts.*'"check-file"' is missing/,
  },
  {
    name: 'the counts in the example',
    edits: [job.countsExample],
    check: contractTests,
    words: /check-file/,
  },
  {
    name: 'a job in the document',
    edits: [job.document],
    check: contractTests,
    words: /FAIL .*RunAssetJobs has its fields/,
  },
  {
    name: 'the file of a job',
    edits: [job.handler],
    check: server,
    words: /jobs\/index\.ts.*'\.\/check-file\.js'/,
  },
  {
    name: 'a job among the handlers',
    edits: [job.handlers, job.handlerImport],
    check: server,
    words: /jobs\/index\.ts.*'"check-file"' is missing/,
  },
  {
    name: 'the class of a job',
    edits: [job.class],
    check: server,
    words: /jobs\/index\.ts.*'"check-file"' is missing/,
  },
  {
    name: 'what the page calls a job',
    edits: [job.words],
    check: { compile: 'apps/web' },
    words: /jobs\/names\.ts.*'"check-file"' is missing/,
  },
  {
    name: 'the heading of a job on the page',
    edits: [job.noun],
    check: { compile: 'apps/web' },
    words: /jobs\/names\.ts.*'"check-file"' is missing/,
  },
  {
    name: 'the migration of a job',
    edits: [job.migration],
    check: inDatabase('test/database/job-names.test.ts'),
    words: /A new job name needs a migration that replaces asset_job_name_check/,
  },
  {
    name: 'the test of a job',
    edits: [job.test],
    check: inDatabase('test/database/job-names.test.ts'),
    words: /check-file has no test: write test\/jobs\/check-file\.test\.ts/,
  },
]
