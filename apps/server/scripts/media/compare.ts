import { findMediaType, type MediaType, probeDuration, walk, withOpenFile } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import { ExifTool } from 'exiftool-vendored'
import { type Facts, toFacts, toReference } from './facts.js'

/** A field in which the service and the tool that it is compared with differ. */
export interface Difference {
  path: string
  field: string
  service: string
  tool: string
}

/** How often a field was the same, was another, and was missing in the service. */
export interface FieldCounts {
  equal: number
  different: number
  missing: number
}

/** What the files of a folder have in the service and in the tools. */
export interface Comparison {
  files: Record<MediaType, number>
  /** The files that the service refuses, with the reasons. */
  refused: { path: string; reason: string }[]
  fields: Map<string, FieldCounts>
  differences: Difference[]
}

/**
 * Compares the metadata that the service reads from each file in a folder with exiftool's exact values and with ffprobe's durations.
 */
export async function compareFolder(folder: string): Promise<Comparison> {
  const comparison: Comparison = {
    files: { IMAGE: 0, VIDEO: 0, AUDIO: 0 },
    refused: [],
    fields: new Map(),
    differences: [],
  }
  const reader = createExifReader({ processes: 1 })
  // The reference has no rules that join fields, and has the numbers of the file.
  const exiftool = new ExifTool({ maxProcs: 1, useMWG: false, numericTags: ['*'], struct: 0 })
  const readBoth = ({ path }: { path: string }) =>
    withOpenFile({ folder, path }, async (file) => {
      const type = await findMediaType(file)
      if (!type) return null
      const isPhoto = type === 'IMAGE'
      const duration = isPhoto ? null : await probeDuration(file)
      const tags = await exiftool.readRaw(path, { readArgs: ['-n', '-fast'] })
      return { type, service: toFacts(await reader.read(file), isPhoto), tool: toReference(tags, duration, isPhoto) }
    })
  try {
    for await (const entry of walk(folder)) {
      if (entry.kind !== 'file') continue
      const { path } = entry
      const both = await readBoth(entry).catch((error: Error) => ({ reason: error.message }))
      if (both === null) continue
      if ('reason' in both) comparison.refused.push({ path, ...both })
      else {
        comparison.files[both.type] += 1
        compare(comparison, path, both)
      }
    }
    return comparison
  } finally {
    await Promise.all([reader.close(), exiftool.end()])
  }
}

/** Counts the fields that the service or the tool has, and stores those that differ. */
function compare(
  { fields, differences }: Comparison,
  path: string,
  { service, tool }: { service: Facts; tool: Facts },
) {
  for (const field of Object.keys(tool) as (keyof Facts)[]) {
    const [left, right] = [service[field], tool[field]]
    if (left === null && right === null) continue
    const counts = fields.get(field) ?? { equal: 0, different: 0, missing: 0 }
    const outcome = isSame(left, right) ? 'equal' : left === null ? 'missing' : 'different'
    counts[outcome] += 1
    if (outcome !== 'equal') differences.push({ path, field, service: String(left), tool: String(right) })
    fields.set(field, counts)
  }
}

/** Returns whether two values are the same. Numbers may differ by what three decimals leave out, or by a hundredth. */
function isSame(left: string | number | null, right: string | number | null): boolean {
  if (typeof left !== 'number' || typeof right !== 'number') return left === right
  return Math.abs(left - right) <= Math.max(0.0011, Math.abs(right) / 100)
}
