/** Converts `createAlbum` to `create-album`. */
export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '-') + letter.toLowerCase())
}

/** The plural of a noun, which names its file: `tags` of `tag`. */
export function moduleOf(noun: string): string {
  return ['tag', 'album', 'asset', 'user'].includes(noun) ? `${noun}s` : noun
}

/** The router of the operations in a file: `serverInfo` of `server-info`. */
export function routerOf(module: string): string {
  return module.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What does not compile, and says what to do. */
export function wrong(name: string, step: string): string {
  return `'${name}: write ${step}' as const satisfies never as never`
}

/** Puts text before the first, or with `after` behind the first, occurrence of an anchor. Throws when the file has none. */
export function insert(
  path: string,
  text: string,
  addition: string,
  anchor: { before: string } | { after: string },
): string {
  const mark = 'before' in anchor ? anchor.before : anchor.after
  const start = text.indexOf(mark)
  if (start === -1) {
    throw new Error(
      `${path} has no ${JSON.stringify(mark)} any more: tell apps/walks/scripts/new-operation where it goes.`,
    )
  }
  const at = 'before' in anchor ? start : start + mark.length
  return text.slice(0, at) + addition + text.slice(at)
}

/** Adds names to the imports of a file from a module. */
export function withImport(text: string, names: string[], from: string, keyword = 'import'): string {
  const known = new RegExp(`^${keyword} \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'$`, 'm')
  const match = known.exec(text)
  if (!match) return `${keyword} { ${names.join(', ')} } from '${from}'\n${text}`
  const all = new Set([...(match[1] ?? '').split(',').map((name) => name.trim()), ...names].filter(Boolean))
  return text.replace(known, `${keyword} { ${[...all].join(', ')} } from '${from}'`)
}
