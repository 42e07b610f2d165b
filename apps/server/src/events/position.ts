/** A row of `event`: its transaction, and its number within it. */
export interface EventOffset {
  xid: number
  id: number
}

/**
 * The events that have been read. Transactions do not commit in the order of their numbers, so one number is not enough: all
 * transactions up to `top` have been read, except those in `open`, which may still be running.
 */
export interface EventPosition {
  top: number
  /** The transactions up to `top` that are not read, or only up to an event, in ascending order. */
  open: { xid: number; upTo: number }[]
}

/** Returns the first position at which nothing is read up to a transaction, except what is still running. */
export function startAt(top: number, running: number[]): EventPosition {
  return { top, open: running.filter((xid) => xid <= top).map((xid) => ({ xid, upTo: 0 })) }
}

/** Returns the position at which all transactions are read except the running ones. `highest` is the last one with an event. */
export function findEnd(from: EventPosition, running: number[], highest: number): EventPosition {
  return startAt(
    Math.max(from.top, highest),
    running.filter((xid) => !isRead(from, { xid, id: Number.MAX_SAFE_INTEGER })),
  )
}

/**
 * Returns the position after an event, when everything that lies before it, in the order of transactions, within `bound` is
 * read, too.
 */
export function advance(from: EventPosition, bound: EventPosition, { xid, id }: EventOffset): EventPosition {
  const before = bound.open.filter((one) => one.xid < xid && !isRead(from, { xid: one.xid, id: one.upTo + 1 }))
  const after = from.open.filter((one) => one.xid > xid)
  return { top: Math.max(from.top, xid), open: [...before, { xid, upTo: id }, ...after] }
}

/** Returns whether an event has been read. */
export function isRead({ top, open }: EventPosition, { xid, id }: EventOffset): boolean {
  if (xid > top) return false
  const found = open.find((one) => one.xid === xid)
  return found === undefined || id <= found.upTo
}

/** Returns the lowest transaction that may have events which are not read. */
export function lowestUnread({ top, open: [first] }: EventPosition): number {
  return first?.xid ?? top + 1
}

const RADIX = 36

/** The number of open transactions in a position. Each event repeats its position, so it has to be short. */
const MOST_OPEN = 50

const FORM = /^([0-9a-z]{1,16})\.([0-9a-z]{1,11})((?:\.[0-9a-z]{1,11}(?:-[0-9a-z]{1,11})?){0,50})$/

/**
 * Formats a position in the history of a database server, as the `id` of an event. A client that returns with a position that would
 * have needed more than 50 transactions starts anew.
 */
export function formatPosition(history: string, { top, open }: EventPosition): string {
  if (open.length > MOST_OPEN) return `${history}.-`
  const parts = open.map(({ xid, upTo }) => xid.toString(RADIX) + (upTo === 0 ? '' : `-${upTo.toString(RADIX)}`))
  return [history, top.toString(RADIX), ...parts].join('.')
}

/** Parses the `id` of an event; null when it is not one of this history. */
export function parsePosition(history: string, text: string): EventPosition | null {
  const [, ofHistory, highest = '', parts = ''] = FORM.exec(text) ?? []
  if (ofHistory !== history) return null
  const top = Number.parseInt(highest, RADIX)
  const open = parts
    .split('.')
    .slice(1)
    .map((part) => {
      const [xid = '', upTo = '0'] = part.split('-')
      return { xid: Number.parseInt(xid, RADIX), upTo: Number.parseInt(upTo, RADIX) }
    })
  if (open.some(({ xid }) => xid > top)) return null
  return { top, open: open.sort((one, other) => one.xid - other.xid) }
}
