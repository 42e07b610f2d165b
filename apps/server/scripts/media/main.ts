import { relative, resolve } from 'node:path'
import { type Comparison, compareFolder, type FieldCounts } from './compare.js'
import { comparePictures, type PictureComparison } from './compare-pictures.js'

/** Prints what differs in each folder between the service and other programs, and a table of all of them at the end. */
async function main(folders: string[]): Promise<void> {
  if (folders.length === 0) {
    process.stderr.write('Name the folders of media to compare: pnpm compare-media <folder…>\n')
    process.exitCode = 2
    return
  }
  const total: Total = { files: 0, refused: [], fields: new Map(), drawn: 0, undrawn: [], unlike: 0 }
  for (const folder of folders.map((each) => resolve(each))) {
    const [compared, pictures] = [await compareFolder(folder), await comparePictures(folder)]
    printDifferences(folder, compared, pictures)
    add(total, compared, pictures)
  }
  printTable(total)
}

interface Total {
  files: number
  refused: string[]
  fields: Map<string, FieldCounts>
  drawn: number
  undrawn: string[]
  unlike: number
}

function add(total: Total, { files, refused, fields }: Comparison, { drawn, undrawn, unlike }: PictureComparison) {
  total.files += files.IMAGE + files.VIDEO + files.AUDIO + refused.length
  total.refused.push(...refused.map(({ reason }) => reason))
  for (const [field, { equal, different, missing }] of fields) {
    const sum = total.fields.get(field) ?? { equal: 0, different: 0, missing: 0 }
    total.fields.set(field, {
      equal: sum.equal + equal,
      different: sum.different + different,
      missing: sum.missing + missing,
    })
  }
  total.drawn += drawn
  total.undrawn.push(...undrawn.map(({ reason }) => reason))
  total.unlike += unlike.length
}

function printDifferences(
  folder: string,
  { files, refused, differences }: Comparison,
  { undrawn, unlike }: PictureComparison,
) {
  const nameOf = (path: string) => relative(folder, path)
  print([
    `## ${folder}`,
    '',
    `${files.IMAGE} photos, ${files.VIDEO} videos, ${files.AUDIO} sounds; ${refused.length} refused.`,
    '',
    ...differences.map(({ path, field, service, tool }) => `- ${nameOf(path)}: ${field} ${service}, not ${tool}`),
    ...refused.map(({ path, reason }) => `- ${nameOf(path)}: refused, ${reason}`),
    ...undrawn.map(({ path, reason }) => `- ${nameOf(path)}: not drawn, ${reason}`),
    ...unlike.map(({ path, distance }) => `- ${nameOf(path)}: looks otherwise by ${distance.toFixed(2)}`),
    '',
  ])
}

function printTable({ files, refused, fields, drawn, undrawn, unlike }: Total) {
  print([
    `## ${files} files`,
    '',
    '| field | equal | different | missing |',
    '| --- | --- | --- | --- |',
    ...[...fields].map(
      ([field, { equal, different, missing }]) => `| ${field} | ${equal} | ${different} | ${missing} |`,
    ),
    '',
    '| pictures | count |',
    '| --- | --- |',
    `| drawn | ${drawn} |`,
    `| of these, differing | ${unlike} |`,
    ...countReasons(undrawn).map(([reason, count]) => `| not drawn: ${reason} | ${count} |`),
    ...countReasons(refused).map(([reason, count]) => `| metadata refused: ${reason} | ${count} |`),
  ])
}

/** The most frequent ones first. */
function countReasons(reasons: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left)
}

function print(lines: string[]) {
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main(process.argv.slice(2))
