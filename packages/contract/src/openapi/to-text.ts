const LINE_WIDTH = 120

/**
 * Returns JSON that is indented by one space. A list or object that fits on one line stays on one, because half of the
 * document is short references.
 */
export function toText(value: unknown): string {
  return `${write(value, '', '')}\n`
}

function write(value: unknown, indent: string, key: string): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + key.length + line.length < LINE_WIDTH)
    return key + line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const inner = `${indent} `
  const parts = Object.entries(value).map(([name, part]) =>
    write(part, inner, Array.isArray(value) ? '' : `${JSON.stringify(name)}: `),
  )
  return `${key}${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const parts = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${onOneLine(part)}`)
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}'
}
