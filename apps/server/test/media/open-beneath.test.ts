import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type OpenFile, openBeneath, openByNames, withOpenFile } from '@media-library/media'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'

function read(file: OpenFile) {
  return text(file.read())
}

/** A library beside a secret, and a way to open what is in it. */
async function makeLibrary() {
  const root = await makeFolder({ 'library/2024/photo.jpg': 'photo', 'secret/photo.jpg': 'secret' })
  const folder = join(root, 'library')
  return {
    root,
    folder,
    secret: join(root, 'secret'),
    place: (name: string) => ({ folder, path: join(folder, name) }),
  }
}

test('reads a file in its folder, in whole or in part', async () => {
  const { place } = await makeLibrary()

  const file = await openBeneath(place('2024/photo.jpg'))

  expect(file.size).toBe(5)
  expect(await read(file)).toBe('photo')
  expect(await text(file.read({ start: 1, end: 2 }))).toBe('ho')
  await file.close()
})

test('follows a link in the path of the imported folder itself, because the operator chose that path', async () => {
  const { root, folder } = await makeLibrary()
  const linked = join(root, 'linked')
  await symlink(folder, linked)

  expect(await withOpenFile({ folder: linked, path: join(linked, '2024/photo.jpg') }, read)).toBe('photo')
})

test('continues with the opened file, wherever its name leads by then', async () => {
  const { place, secret } = await makeLibrary()
  const { path } = place('2024/photo.jpg')

  const readLater = withOpenFile(place('2024/photo.jpg'), async (file) => {
    await rm(path)
    await symlink(join(secret, 'photo.jpg'), path)
    return [await read(file), await readFile(file.steadyPath, 'utf8')]
  })

  expect(await readLater).toEqual(['photo', 'photo'])
})

describe.each([
  ['openBeneath', (folder: string, path: string) => withOpenFile({ folder, path }, read)],
  [
    'openByNames',
    async (folder: string, path: string) => {
      const handle = await openByNames(folder, path.slice(folder.length + 1).split('/'), 0)
      return handle.readFile('utf8').finally(() => handle.close())
    },
  ],
])('%s refuses', (_, open) => {
  test('a file that is a symbolic link', async () => {
    const { folder, secret } = await makeLibrary()
    await symlink(join(secret, 'photo.jpg'), join(folder, 'link.jpg'))

    await expect(open(folder, join(folder, 'link.jpg'))).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await open(folder, join(folder, '2024/photo.jpg'))).toBe('photo')
  })

  test('a file behind a symbolic link', async () => {
    const { folder, secret } = await makeLibrary()
    await symlink(secret, join(folder, 'linked'))

    await expect(open(folder, join(folder, 'linked/photo.jpg'))).rejects.toMatchObject({ code: 'ELOOP' })
  })
})

test.each(['../secret/photo.jpg', '2024/../../secret/photo.jpg', '.', '..'])('refuses the path %j', async (name) => {
  const { place } = await makeLibrary()

  await expect(withOpenFile(place(name), read)).rejects.toThrow('outside its imported folder')
})

test('refuses a pipe, a folder and a missing file at once', async () => {
  const { folder, place } = await makeLibrary()
  execFileSync('mkfifo', [join(folder, 'pipe')])

  await expect(withOpenFile(place('pipe'), read)).rejects.toThrow('it is no longer a file')
  await expect(withOpenFile(place('2024'), read)).rejects.toThrow('it is no longer a file')
  await expect(withOpenFile(place('nowhere/photo.jpg'), read)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(withOpenFile(place('2024/photo.jpg/x'), read)).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('leaves no descriptor of a refused file open', async () => {
  const { root, folder, secret, place } = await makeLibrary()
  await symlink(secret, join(folder, 'linked'))
  await mkdir(join(folder, 'deep/er'), { recursive: true })
  await writeFile(join(folder, 'deep/er/photo.jpg'), 'photo')
  await rename(join(folder, 'deep/er/photo.jpg'), join(folder, 'deep/er/moved.jpg'))

  for (const name of ['linked/photo.jpg', 'deep/er', 'deep/er/photo.jpg']) {
    await expect(withOpenFile(place(name), read)).rejects.toThrow()
  }

  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  expect(targets.filter((target) => target.startsWith(root))).toEqual([])
})
