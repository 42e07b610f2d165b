import { expect, test } from 'vitest'
import { collect } from '../../src/uploads/collect.js'

function at(relativePath: string): File {
  return Object.assign(new File([], relativePath.split('/').at(-1) ?? ''), { relativePath })
}

test('side-cars go with the photo of their folder, and those without one by themselves', () => {
  const items = collect(
    ['/Rome/a.jpg', '/Rome/a.jpg.xmp', '/Rome/B.HEIC', '/Rome/b.XMP', '/Oslo/a.jpg', '/Oslo/z.xmp'].map(at),
  )

  expect(items.map(({ path, sidecar }) => [path, sidecar?.name])).toEqual([
    ['Rome/a.jpg', 'a.jpg.xmp'],
    ['Rome/B.HEIC', 'b.XMP'],
    ['Oslo/a.jpg', undefined],
    ['Oslo/z.xmp', undefined],
  ])
})

test('what systems keep beside photos is left out', () => {
  const items = collect(['./a.jpg', '/Rome/.DS_Store', '/Rome/._a.jpg', '/Rome/Thumbs.db', 'desktop.ini'].map(at))

  expect(items.map(({ path }) => path)).toEqual(['a.jpg'])
})
