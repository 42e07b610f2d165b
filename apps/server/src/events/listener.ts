import type { ServerResponse } from 'node:http'
import type { LibraryEvent } from '@media-library/contract'

/** The user who listens, and the key or session. */
export interface ListeningCaller {
  userId: string
  /** The id of the key or session. */
  credentialId: string
}

interface ListenerOptions extends ListeningCaller {
  /** Whether the response ends after the first events. */
  isBrief: boolean
  /** Called with the number of events that are sent. */
  onSent(count: number): void
}

/** The bytes that may be unsent to a client that does not read. */
const MAX_UNSENT = 256 * 1024

/** The milliseconds for which a client may read nothing while something is unsent. */
const STALL_MS = 10_000

/** The response to a client that listens. */
export class Listener {
  readonly userId: string
  readonly credentialId: string
  readonly #response: ServerResponse
  readonly #isBrief: boolean
  readonly #onSent: ListenerOptions['onSent']
  /**
   * The state of new events: they are ignored while the missed ones are read, wait while the last of those are sent, and are then sent
   * at once.
   */
  #held: Buffer[] | 'ignored' | null = 'ignored'
  #hasSent = false
  #fullSince: number | null = null

  constructor(response: ServerResponse, { userId, credentialId, isBrief, onSent }: ListenerOptions) {
    this.userId = userId
    this.credentialId = credentialId
    this.#response = response
    this.#isBrief = isBrief
    this.#onSent = onSent
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Makes new events wait from now on. */
  hold(): void {
    this.#held = []
  }

  /** Sends the events that waited, and new ones from now on. */
  letGo(): void {
    const held = Array.isArray(this.#held) ? this.#held : []
    this.#held = null
    if (held.length > 0) this.#write(Buffer.concat(held))
    if (this.#isBrief && this.#hasSent) this.end()
  }

  /** Sends new events. Cuts off a client that does not read; it may resume. */
  send(bytes: Buffer, count: number): void {
    if (this.#held === 'ignored' || !this.isOpen) return
    this.#hasSent = true
    this.#onSent(count)
    if (this.#held) {
      this.#held.push(bytes)
      if (this.#held.reduce((sum, { length }) => sum + length, 0) > MAX_UNSENT) this.cut()
      return
    }
    this.#write(bytes)
    if (this.#isBrief) this.end()
    else if (this.#response.writableLength > MAX_UNSENT) this.cut()
  }

  /** Sends missed events at once, and resolves when the client can take more. Rejects when it reads too slowly, or leaves. */
  async sendMissed(text: string, count: number): Promise<void> {
    if (!this.isOpen) throw new Error('The client left.')
    this.#hasSent ||= count > 0
    this.#onSent(count)
    this.#write(text)
    if (this.#fullSince !== null) await this.#drained()
  }

  /** Sends a keep-alive comment. Disconnects a client that has stopped reading. */
  beat(text: string): void {
    if (this.#fullSince !== null && performance.now() - this.#fullSince > STALL_MS) this.cut()
    else this.#write(this.#held === null ? text : COMMENT)
  }

  end(): void {
    if (this.isOpen) this.#response.end()
  }

  cut(): void {
    this.#response.destroy()
  }

  #write(content: string | Buffer): void {
    if (!this.isOpen || this.#response.write(content) || this.#fullSince !== null) return
    this.#fullSince = performance.now()
    this.#response.once('drain', () => {
      this.#fullSince = null
    })
  }

  #drained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => this.cut(), STALL_MS)
      const onDrain = () => {
        clearTimeout(limit)
        this.#response.off('close', onClose)
        resolve()
      }
      const onClose = () => {
        clearTimeout(limit)
        this.#response.off('drain', onDrain)
        reject(new Error('The client left, or read too slowly.'))
      }
      this.#response.once('drain', onDrain).once('close', onClose)
    })
  }
}

const COMMENT = ':\n\n'

/** Formats an event with the `id` from which a client resumes. */
export function toText(id: string, event: LibraryEvent): string {
  return `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Formats a comment and an `id` without an event. */
export function toIdText(id: string): string {
  return `:\nid: ${id}\n\n`
}
