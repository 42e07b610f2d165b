import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pages, readPage, root } from './support/pages.js'

test('README has at most 11 kB', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(11_000)
})

describe.each(pages.filter((path) => path.startsWith('docs/')))('%s', (path) => {
  const page = readPage(path)

  test('begins by saying whom it is for', () => {
    expect(page).toMatch(/^# .+\n\nThis page is for /)
  })

  test('is linked from README', () => {
    expect(readPage('README.md')).toContain(`](${path})`)
  })
})

test.each(pages)('every link of %s leads to an existing file and heading', (path) => {
  expect(linksOf(path).filter((link) => !leadsSomewhere(path, link))).toEqual([])
})

/** The links of a page that stay in the repository. */
function linksOf(path: string): string[] {
  const prose = readPage(path).replaceAll(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^https?:/.test(link))
}

function leadsSomewhere(path: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? path : normalize(join(dirname(path), file))
  if (!existsSync(join(root, target))) return false
  return heading === undefined || headingsOf(target).includes(heading)
}

/** The anchors that GitHub gives to the headings of a page. */
function headingsOf(path: string): string[] {
  const headings = [...readPage(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
