import { execFileSync } from 'node:child_process'
import { chmod, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type Found, walk } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'

async function collect(folder: string): Promise<Found[]> {
  const found: Found[] = []
  for await (const entry of walk(folder)) found.push({ ...entry, path: relative(folder, entry.path) })
  return found
}

async function namesIn(folder: string) {
  return (await collect(folder)).map(({ path }) => path)
}

test('lists the files of a folder by name, those of a shot together, and then its folders', async () => {
  const folder = await makeFolder({
    'b/1.jpg': '',
    'a/deep/2.jpg': '',
    'z.jpg': '',
    'IMG_1.mov': '',
    'img_1-b.jpg': '',
    'img_1.heic': '',
  })

  expect(await namesIn(folder)).toEqual(['IMG_1.mov', 'img_1.heic', 'img_1-b.jpg', 'z.jpg', 'a/deep/2.jpg', 'b/1.jpg'])
})

test('skips the files of other programs', async () => {
  const folder = await makeFolder({
    'photo.jpg': '',
    'photo.jpg.xmp': '',
    'photo.XMP': '',
    'photo.AAE': '',
    '.DS_Store': '',
    '._photo.jpg': '',
    'Thumbs.db': '',
    '@eaDir/photo.jpg': '',
    '.stfolder/x.jpg': '',
    '#recycle/x.jpg': '',
  })

  expect(await namesIn(folder)).toEqual(['photo.jpg'])
})

/** What Photos, and its older forms, keep in a library. */
const photosLibrary = [
  ...['originals/0/0A.heic', 'originals/0/0A_3.mov', 'Masters/2012/01/a.jpg'],
  ...['resources/derivatives/0/0A_1_105_c.jpeg', 'resources/derivatives/masters/0/0A_4_5005_c.jpeg'],
  ...['resources/renders/0/0A_1_201_a.jpeg', 'resources/media/master/0/x.jpg', 'database/search/x.png'],
  ...['private/com.apple.photoanalysisd/x.jpg', 'scopes/cloudsharing/data/0/x.jpg', 'external/x.jpg'],
  ...['Thumbnails/2012/a.jpg', 'Previews/2012/a.jpg', 'Attachments/a.jpg', 'x.png'],
]

test.each([
  'Photos Library.photoslibrary',
  'PICTURES.PHOTOSLIBRARY',
  'iPhoto.photolibrary',
  'Old.aplibrary',
  'i.migratedphotolibrary',
])('finds the originals alone in the library of Photos %s, in a folder and as the folder itself', async (name) => {
  const files = Object.fromEntries(photosLibrary.map((path) => [`${name}/${path}`, '']))
  const folder = await makeFolder({ ...files, 'a.jpg': '' })
  const found = ['Masters/2012/01/a.jpg', 'originals/0/0A.heic', 'originals/0/0A_3.mov']

  expect(await namesIn(folder)).toEqual(['a.jpg', name, ...found.map((path) => `${name}/${path}`)])
  expect(await collect(join(folder, name))).toEqual([
    { kind: 'library', path: '' },
    ...found.map((path) => ({ kind: 'file', path })),
  ])
})

test('finds side-cars in another case, but none that belongs to another photo', async () => {
  const folder = await makeFolder({
    'a.JPG': '',
    'a.jpg.xmp': '',
    'b.jpg': '',
    'b.JPG.XMP': '',
    'c.JPG': '',
    'c.jpg': '',
    'c.jpg.xmp': '',
  })

  const sidecars = (await collect(folder)).map((found) => 'sidecar' in found && basename(found.sidecar ?? ''))

  expect(sidecars).toEqual(['a.jpg.xmp', 'b.JPG.XMP', false, 'c.jpg.xmp'])
})

test('does not follow symbolic links, so that a loop does no harm', async () => {
  const folder = await makeFolder({ 'a/photo.jpg': '' })
  await symlink(folder, join(folder, 'a/loop'))

  expect(await collect(folder)).toEqual([
    { kind: 'link', path: 'a/loop' },
    { kind: 'file', path: 'a/photo.jpg' },
  ])
})

test('skips pipes', async () => {
  const folder = await makeFolder({ 'photo.jpg': '' })
  execFileSync('mkfifo', [join(folder, 'pipe.jpg')])

  expect(await namesIn(folder)).toEqual(['photo.jpg'])
})

test('reports names that are not valid UTF-8', async () => {
  const folder = await makeFolder({ 'photo.jpg': '', '\uFFFD.jpg': '' })
  await writeFile(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from('.jpg')]), '')

  expect(await collect(folder)).toEqual([
    { kind: 'unreadable', path: 'bad\uFFFD.jpg', reason: 'its name is not valid UTF-8; rename it' },
    { kind: 'file', path: 'photo.jpg' },
    { kind: 'file', path: '\uFFFD.jpg' },
  ])
})

/** Root may read everything, so that it steps down for a while. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('reports a folder that cannot be read, and continues', async () => {
  const folder = await makeFolder({ 'closed/1.jpg': '', 'open/2.jpg': '' })
  await chmod(folder, 0o755)
  await chmod(join(folder, 'closed'), 0)

  const found = await asNobody(() => collect(folder))

  await chmod(join(folder, 'closed'), 0o700)
  expect(found).toEqual([
    { kind: 'unreadable', path: 'closed', reason: expect.stringContaining('permission denied') },
    { kind: 'file', path: 'open/2.jpg' },
  ])
})
