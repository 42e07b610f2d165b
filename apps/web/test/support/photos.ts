import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@media-library/client'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Service } from './service.js'

let count = 0

/** Creates a user of the service without photos, with a key. */
export async function makeUser(
  { url: baseUrl, keys }: Service,
  { isAdmin = false, name = 'Visitor', email = '' } = {},
): Promise<{ apiKey: string; email: string }> {
  count += 1
  const account = { name, email: email || `visitor-${Date.now()}-${count}@example.com`, password: 'correct horse' }
  const administrator = createClient({ baseUrl, apiKey: keys.administrator })
  const { id } = await administrator.createUser({ ...account, shouldChangePassword: false })
  if (isAdmin) await administrator.updateUser({ id, isAdmin })
  const { accessToken: token } = await administrator.login({ email: account.email, password: account.password })
  const { secret } = await createClient({ baseUrl, token }).createApiKey({ scopes: ['all'] })
  return { email: account.email, apiKey: secret }
}

/** Returns the content of a JPEG that the service does not have yet. */
export async function makePhoto(service: Service): Promise<Buffer> {
  count += 1
  const mark = Buffer.from(`${Date.now()} ${count}`)
  // Bytes after the end of a JPEG make it another file.
  return Buffer.concat([await readDemoPhoto(service), mark])
}

/** Reads the content of a photo of Ada. */
export async function readDemoPhoto({ dataDir }: Service): Promise<Buffer> {
  const demo = join(dataDir, 'demo')
  const names = await readdir(demo, { recursive: true })
  const [first] = names.filter((name) => name.endsWith('.jpg')).sort()
  return readFile(join(demo, first ?? ''))
}

/** Returns a side-car that marks faces, each on a part of the picture of its own. */
export function makeSidecar(names: string[]): Blob {
  const regions = names.map(
    (name, index) => `
      <rdf:li rdf:parseType="Resource"><mwg-rs:Name>${name}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
        <mwg-rs:Area stArea:x="${0.25 + index * 0.5}" stArea:y="0.5" stArea:w="0.2" stArea:h="0.3" stArea:unit="normalized"/></rdf:li>`,
  )
  return new Blob([
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        ${regions.join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`,
  ])
}

/** Creates a folder with files; it is removed after the test. */
export async function makeFolder(files: Record<string, Buffer | string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-upload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** Drops files or folders of the disk on the middle of a page, as people do. */
export async function dropOn(page: Page, ...paths: string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  }
  await devTools.detach()
}
