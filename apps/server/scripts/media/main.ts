import { relative, resolve } from 'node:path'
import { type Comparison, compareFolder } from './compare.js'
import { comparePictures, type PictureComparison } from './compare-pictures.js'

/** Prints for each folder the metadata and pictures of the service beside those of other programs. */
async function main(folders: string[]): Promise<void> {
  if (folders.length === 0) {
    process.stderr.write('Name the folders of media to compare: pnpm compare-media <folder…>\n')
    process.exitCode = 2
  }
  for (const folder of folders) {
    print(resolve(folder), await compareFolder(resolve(folder)))
    printPictures(resolve(folder), await comparePictures(resolve(folder)))
  }
}

function print(folder: string, { files, refused, fields, differences }: Comparison) {
  const lines = [
    `## ${folder}`,
    '',
    `${files.IMAGE} photos, ${files.VIDEO} videos, ${files.AUDIO} sounds; ${refused.length} refused.`,
    '',
    '| field | compared | same |',
    '| --- | --- | --- |',
    ...[...fields].map(([field, { compared, same }]) => `| ${field} | ${compared} | ${same} |`),
    '',
    ...differences.map(
      ({ path, field, service, tool }) => `- ${relative(folder, path)}: ${field} ${service}, not ${tool}`,
    ),
    ...refused.map(({ path, reason }) => `- ${relative(folder, path)}: refused, ${reason}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function printPictures(folder: string, { drawn, undrawn, unlike }: PictureComparison) {
  const lines = [
    '',
    `${drawn} of ${drawn + undrawn.length} photos drawn.`,
    '',
    ...undrawn.map(({ path, reason }) => `- ${relative(folder, path)}: not drawn, ${reason}`),
    ...unlike.map(({ path, distance }) => `- ${relative(folder, path)}: looks otherwise by ${distance.toFixed(2)}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main(process.argv.slice(2))
