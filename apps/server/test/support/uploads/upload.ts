import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem, UploadResult } from '@media-library/contract'

/** The parts of a form, of which some may be left out or replaced. */
export type FormParts = Record<string, string | File | undefined>

const told = {
  deviceAssetId: 'IMG_0001.jpg-1',
  deviceId: 'test',
  fileCreatedAt: '2024-05-06T07:08:09.000Z',
  fileModifiedAt: '2024-05-07T07:08:09.000Z',
}

export function fileOf(content: Uint8Array, name = 'IMG_0001.jpg'): File {
  return new File([Uint8Array.from(content)], name)
}

export function sha1Of(content: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha1').update(content).digest(encoding)
}

/** Uploads a form as a browser does. */
export async function upload(
  { url }: { url: string },
  { apiKey }: { apiKey: string | undefined },
  parts: FormParts,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<{ status: number; headers: Headers; body: UploadResult & Problem }> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...told, ...parts })) if (value !== undefined) body.append(name, value)
  const response = await fetch(`${url}/api/asset/upload${query}`, {
    method: 'POST',
    headers: { ...(apiKey !== undefined && { 'x-api-key': apiKey }), ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as UploadResult & Problem }
}

/** The paths of all files beneath a folder, relative to it; none when it does not exist. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
