/** A block of an event stream. */
export interface Block {
  /** The position after it; undefined when it has none. */
  id: string | undefined
  /** undefined when it only moves the position. */
  data: string | undefined
  /** After how many milliseconds to reconnect; undefined when it does not say. */
  retry: number | undefined
}

/** Creates a parser of event streams (WHATWG HTML, 9.2.6). It takes text in any parts, and returns the blocks that are complete. */
export function createParser(): (text: string) => Block[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    return blocks.map(toBlock)
  }
}

function toBlock(text: string): Block {
  const fields: Record<string, string[]> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    fields[name] = [...(fields[name] ?? []), value]
  }
  const retry = fields['retry']?.at(-1)
  return { id: fields['id']?.at(-1), data: fields['data']?.join('\n'), retry: retry ? Number(retry) : undefined }
}
