import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareFolder } from '../../scripts/media/compare.js'
import { makeFolder } from '../fixtures/folder.js'
import { cameraPhotos, writeTags } from '../fixtures/photo.js'
import { makePlainVideo, makeSound } from '../fixtures/plain-video.js'

test('finds no difference from exiftool and ffprobe in photos of cameras, a video and a sound', async () => {
  const folder = await makeFolder({ 'text.jpg': 'no photo' })
  for (const [name, path] of Object.entries(cameraPhotos)) await copyFile(path, join(folder, `${name}.jpg`))
  await makePlainVideo(join(folder, 'video.mov'), 2)
  await makeSound(join(folder, 'sound.mp3'))

  const { files, differences, refused, fields } = await compareFolder(folder)

  expect({ files, differences, refused }).toEqual({
    files: { IMAGE: 3, VIDEO: 1, AUDIO: 1 },
    differences: [],
    refused: [],
  })
  expect(fields.get('focalLength')).toEqual({ equal: 2, different: 0, missing: 0 })
  expect(fields.get('duration')).toEqual({ equal: 2, different: 0, missing: 0 })
})

test('names a file in which the two differ, such as one with a side-car', async () => {
  const folder = await makeFolder()
  await copyFile(cameraPhotos.lumia, join(folder, 'lumia.jpg'))
  await writeTags(join(folder, 'lumia.jpg.xmp'), { 'XMP-tiff:Model': 'Another' })

  const { differences } = await compareFolder(folder)

  expect(differences).toEqual([
    { path: join(folder, 'lumia.jpg'), field: 'model', service: 'Another', tool: 'Lumia 820' },
  ])
})
