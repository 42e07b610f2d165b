import { messageOf } from '../../database/failure.js'
import { FileFault } from '../../errors.js'
import { toColumn } from '../columns.js'
import type { Metadata } from './metadata.js'

const names: Record<string, string> = { file_size_in_byte: 'size' }

/** Explains to the owner of a file why the database refused its metadata. Returns other errors unchanged. */
export function explainMetadataFault(error: unknown, metadata: Metadata): unknown {
  const said = messageOf(error)
  if (said === null) return error
  const value = findRefused(said, metadata) ?? findMisfit(said)
  if (!value) return new Error(`its metadata cannot be stored: ${said}`)
  return new FileFault(
    `its metadata cannot be stored: ${value} is impossible; correct it in the file, or in a side-car`,
  )
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
