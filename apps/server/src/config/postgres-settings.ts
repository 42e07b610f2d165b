import * as z from 'zod'

const SETTING = /([a-z_][\w.]*)=('(?:[^']|'')*'|[^\s']+)(?:\s+|$)/giy

/** Settings of PostgreSQL, such as `shared_buffers=1GB log_line_prefix='%m, '`. PostgreSQL itself checks their names and values. */
export const postgresSettings = z.string().transform((text, context): Record<string, string> => {
  const trimmed = text.trim()
  const found = [...trimmed.matchAll(SETTING)]
  if (found.reduce((length, [part]) => length + part.length, 0) < trimmed.length) {
    context.addIssue({
      code: 'custom',
      message: `must be settings separated by spaces, such as shared_buffers=1GB work_mem=32MB, with values that contain spaces in single quotes`,
    })
  }
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, unquote(value)]))
})

function unquote(value: string): string {
  return value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value
}
