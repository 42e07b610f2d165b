import type { Client, DownloadQuestion } from '@media-library/client'
import { formats, messages } from '../language/messages.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import progress from '../ui/progress.module.css'

/** The largest archive: the browser holds it in memory until it is complete. */
const LARGEST_BYTES = 1_000_000_000

/** The interval of the progress messages in milliseconds; shorter ones would not be visible. */
const TELL_MS = 250

/** Downloads originals as a ZIP, or as several if one would be too large, and shows the progress. */
export async function downloadZip(
  { client, notify }: Service,
  question: DownloadQuestion,
  name: string,
): Promise<void> {
  let close = notify(messages.downloads.preparing, { stays: true })
  try {
    const { archives, totalSize } = await client.getDownloadInfo({ ...question, archiveSize: LARGEST_BYTES })
    let before = 0
    const tell = (received: number) => {
      close()
      close = notify(<Downloading done={before + received} total={totalSize} />, { stays: true })
    }
    for (const [index, { assetIds, size }] of archives.entries()) {
      const number = archives.length > 1 ? messages.downloads.part(index + 1, archives.length) : ''
      save(await receive(client, assetIds, tell), toZipName(name, number))
      before += size
    }
    close()
  } catch (error) {
    close()
    notify(<Failure error={error} />, { isFailure: true })
  }
}

/** What Windows takes for a device, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i

/** Names a ZIP as every system can store it: most take 255 bytes, and a character has up to four. */
export function toZipName(name: string, number: string): string {
  const stem = [...name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '-')]
    .slice(0, 50)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${stem === '' || DEVICE.test(stem) ? '_' : ''}${stem}${number}.zip`
}

function Downloading({ done, total }: { done: number; total: number }) {
  return (
    <label className={progress['running']}>
      {messages.downloads.running(formats.bytes(Math.min(done, total)), formats.bytes(total))}
      <progress value={done} max={Math.max(1, total)} />
    </label>
  )
}

async function receive(client: Client, assetIds: string[], tell: (received: number) => void): Promise<Blob> {
  const { body } = await client.downloadArchive({ assetIds })
  let received = 0
  let toldAt = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      received += part.length
      if (Date.now() - toldAt > TELL_MS) tell(received)
      if (Date.now() - toldAt > TELL_MS) toldAt = Date.now()
      controller.enqueue(part)
    },
  })
  return new Response(body?.pipeThrough(counting as ReadableWritablePair<Uint8Array<ArrayBuffer>>)).blob()
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
