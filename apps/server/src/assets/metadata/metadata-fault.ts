import { toColumn } from '../../database/columns.js'
import { messageOf } from '../../database/failure.js'
import type { Metadata } from './metadata.js'

const names: Record<string, string> = { file_size_in_byte: 'size' }

/** Why the database refused the metadata of a file, in words for its owner. */
export interface MetadataFault {
  reason: string
  /** Whether the database would refuse it again. */
  isFinal: boolean
}

/** Describes why the database refused the metadata of a file; null when the error has another cause. */
export function describeMetadataFault(error: unknown, metadata: Metadata): MetadataFault | null {
  const said = messageOf(error)
  if (said === null) return null
  const value = findRefused(said, metadata) ?? findMisfit(said)
  const why = value ? `${value} is impossible; correct it in the file, or in a side-car` : said
  return { reason: `its metadata cannot be stored: ${why}`, isFinal: value !== null }
}

/** Finds the value that a constraint of a column refused. Constraints have names like `<table>_<column>_check`. */
function findRefused(said: string, { exif, ...metadata }: Metadata): string | null {
  const column = /"(?:exif|asset)_(\w+)_check"/.exec(said)?.[1]
  const told = Object.entries({ ...exif, ...metadata }).find(([name]) => toColumn(name) === column)
  return column && told ? `a ${names[column] ?? column.replaceAll('_', ' ')} of ${told[1]}` : null
}

/** Finds the value, quoted by PostgreSQL, that does not fit its column type. */
function findMisfit(said: string): string | null {
  return /out of range|invalid input syntax/.test(said) ? (/"(.*)"/s.exec(said)?.[0] ?? null) : null
}
