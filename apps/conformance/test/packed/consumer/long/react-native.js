// The globals that React Native adds to the language: a fetch without streams. With `recorded`, the answers are those
// that the service gave before, because Hermes alone has no network.
const { fetch: send, recorded } = globalThis
const answers = recorded || []
/** The answer in place of a stream, which cannot be read in parts and has no end. */
const stream = { status: 200, headers: {}, text: '', bytes: 0 }
globalThis.answers = answers

globalThis.fetch = async (url, init = {}) => {
  const method = init.method ?? 'GET'
  const isStream = url.includes('/api/events')
  const answer = isStream ? stream : recorded ? replay(method, url) : await record(method, url, init)
  return {
    status: answer.status,
    ok: answer.status < 400,
    headers: { get: (name) => (name in answer.headers ? answer.headers[name] : null) },
    text: async () => answer.text,
    arrayBuffer: async () => new ArrayBuffer(answer.bytes),
  }
}

const { clearTimeout: clear } = globalThis
globalThis.clearTimeout = (timer) => (timer == null ? undefined : clear(timer))
if (!globalThis.console) globalThis.console = { warn() {} }
if (!globalThis.performance) globalThis.performance = { now: () => Date.now() }
if (!globalThis.AbortController) {
  globalThis.AbortController = function () {
    this.signal = { aborted: false, addEventListener() {}, removeEventListener() {}, throwIfAborted() {} }
    this.abort = () => {}
  }
}

async function record(method, url, init) {
  const response = await send(url, init)
  const content = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  answers.push({ method, url, status: response.status, headers, text: content.toString(), bytes: content.length })
  return answers[answers.length - 1]
}

function replay(method, url) {
  const found = recorded.findIndex((answer) => answer.method === method && answer.url === url)
  if (found < 0) throw new Error(`Nobody recorded ${method} ${url}`)
  return recorded.splice(found, 1)[0]
}
