import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Problem, UploadResult } from '@media-library/contract'
import { openSocket } from '../http/raw-http.js'

/** The parts of a form, of which some may be left out, replaced, or several under one name. */
export type FormParts = Record<string, string | File | (string | File)[] | undefined>

const told = {
  deviceAssetId: 'IMG_0001.jpg-1',
  deviceId: 'test',
  fileCreatedAt: '2024-05-06T07:08:09.000Z',
  fileModifiedAt: '2024-05-07T07:08:09.000Z',
}

export function makeFile(content: Uint8Array, name = 'IMG_0001.jpg'): File {
  return new File([Uint8Array.from(content)], name)
}

export function toSha1(content: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha1').update(content).digest(encoding)
}

/** Uploads a form as a browser does. */
export async function upload(
  { url }: { url: string },
  { apiKey }: { apiKey: string | undefined },
  parts: FormParts,
  {
    headers = {},
    query = '',
    path = '/api/asset/upload',
  }: { headers?: Record<string, string>; query?: string; path?: string } = {},
): Promise<{ status: number; headers: Headers; body: UploadResult & Problem }> {
  const body = new FormData()
  for (const [name, values = []] of Object.entries({ ...told, ...parts }))
    for (const value of [values].flat()) body.append(name, value)
  const response = await fetch(`${url}${path}${query}`, {
    method: 'POST',
    headers: { ...(apiKey !== undefined && { 'x-api-key': apiKey }), ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as UploadResult & Problem }
}

/**
 * Begins an upload of so many bytes over a connection of its own; null for an unknown number, which then come in chunks. The content
 * of its file is still to be written.
 */
export async function beginUpload(
  server: { url: string },
  { apiKey }: { apiKey: string },
  length: number | null,
): Promise<Socket> {
  const socket = await openSocket(server)
  const part = '--x\r\nContent-Disposition: form-data; name="assetData"; filename="a.jpg"\r\n\r\n'
  const head = [
    'POST /api/asset/upload HTTP/1.1',
    'Host: x',
    `x-api-key: ${apiKey}`,
    'Content-Type: multipart/form-data; boundary=x',
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  const body = length === null ? `${part.length.toString(16)}\r\n${part}\r\n` : part
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** Returns the paths of all files beneath a folder, relative to it; none when it does not exist. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
