/** A block of an event stream. */
export interface Block {
  /** The position after the event; undefined when the block has none. */
  id: string | undefined
  /** The data of the event; undefined when the block only sets the position. */
  data: string | undefined
  /** The milliseconds after which to reconnect; undefined when the block does not say. */
  retry: number | undefined
}

/**
 * Creates a parser of event streams (WHATWG HTML, 9.2.6). It takes text in parts of any length, and returns the blocks
 * that are complete.
 */
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
