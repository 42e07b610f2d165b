import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Problem } from '@media-library/contract'

/** An answer as it came over the wire; header names in lower case. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Opens a connection to a server, for what no HTTP client can send. */
export async function openSocket({ url }: { url: string }): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes as they are, and resolves with that many answers, and whether the server then closed the connection.
 * With fewer answers it resolves when the server closes. `end`: says that nothing more will come.
 */
export async function exchange(
  server: { url: string },
  bytes: string | Uint8Array,
  {
    answers: expected = 1,
    headless = false,
    end = false,
  }: { answers?: number; headless?: boolean; end?: boolean } = {},
): Promise<{ answers: RawAnswer[]; closed: boolean }> {
  const socket = await openSocket(server)
  let text = ''
  let closed = false
  const answers = () => readAnswers(text, headless)
  const isOver = () => answers().length >= expected && answers().at(-1)?.headers['connection'] !== 'close'
  const over = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (isOver()) resolve()
    })
    socket.once('close', () => {
      closed = true
      resolve()
    })
  })
  if (end) socket.end(bytes)
  else socket.write(bytes)
  await over
  socket.destroy()
  return { answers: answers(), closed }
}

/** Returns the problem of an answer. Throws when its media type, status, request id or document is not that of a problem. */
export function problemIn({ status, headers, body }: RawAnswer): Problem {
  const problem = Problem.strict().parse(JSON.parse(body))
  const stated = [headers['content-type'], status, `urn:uuid:${headers['x-request-id']}`].join()
  const meant = ['application/problem+json; charset=utf-8', problem.status, problem.instance].join()
  if (stated !== meant) throw new Error(`${stated} is not ${meant}`)
  return problem
}

function readAnswers(text: string, headless: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((header) => header.toLowerCase().split(/: ?(.*)/, 2)))
    const status = Number(line.split(' ')[1])
    const length = headless ? 0 : Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(end + 4), 'latin1')
    if (body.length < length) break
    answers.push({ status, headers, body: body.subarray(0, length).toString() })
    rest = body.subarray(length).toString('latin1')
  }
  return answers
}
