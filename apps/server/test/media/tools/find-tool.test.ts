import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findTool } from '@media-library/media'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'

const { PATH } = process.env
let folder: string

beforeEach(async () => {
  folder = await makeFolder()
  for (const name of ['ffmpeg', 'other'])
    await writeFile(join(folder, name), '').then(() => chmod(join(folder, name), 0o755))
  process.env['PATH'] = ''
})

afterEach(() => {
  process.env['PATH'] = PATH
  delete process.env['FFMPEG_PATH']
})

test('prefers the program that the environment names to the one in PATH', async () => {
  process.env['PATH'] = folder
  process.env['FFMPEG_PATH'] = join(folder, 'other')

  expect(await findTool('ffmpeg')).toBe(join(folder, 'other'))
})

test('prefers the program in PATH to the one from npm', async () => {
  process.env['PATH'] = `.:${folder}`

  expect(await findTool('ffmpeg')).toBe(join(folder, 'ffmpeg'))
})

test.each(['ffmpeg', 'ffprobe'] as const)('takes the %s that npm brought where there is none', async (name) => {
  expect(await findTool(name)).toContain(`${name}-installer`)
})

test('reports a variable that names no program', async () => {
  process.env['FFMPEG_PATH'] = '/nowhere/ffmpeg'

  await expect(findTool('ffmpeg')).rejects.toThrow('FFMPEG_PATH=/nowhere/ffmpeg is not a program')
})
