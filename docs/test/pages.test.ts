import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Problem } from '@media-library/contract/schemas'
import { describe, expect, test } from 'vitest'
import { codeBlocks, pages, readPage, root } from './support/pages.js'

/** The list of all pages, by reader. */
const MAP = 'docs/README.md'

describe.each(pages.filter((path) => path.startsWith('docs/') && path !== MAP))('%s', (path) => {
  const page = readPage(path)

  test('is on the map', () => {
    expect(readPage(MAP)).toContain(`](${path.replace('docs/', '')})`)
  })

  test('has at most 12 kB', () => {
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12_000)
  })
})

test.each(pages)('every link of %s leads to an existing file and heading', (path) => {
  expect(listLinks(path).filter((link) => !leadsSomewhere(path, link))).toEqual([])
})

test('the problem that README shows is one of the contract', () => {
  const [problem = ''] = codeBlocks(readPage('README.md'), 'json')
  const shown = JSON.parse(problem)
  shown.errors[0].detail = 'There is no 0190a3c2-0000-7000-8000-000000000000 that you may use.'

  expect(Problem.parse(shown)).toEqual(shown)
})

/** The questions of newcomers, and the headings that answer them. */
const QUESTIONS = [
  ['How do I put it behind nginx?', 'docs/operate/running.md#behind-nginx'],
  ['How do I watch it with Prometheus?', 'docs/operate/monitoring.md#metrics'],
  ['How do I move it to another disk?', 'docs/operate/backup.md#to-another-disk'],
  ['How do I move it to another machine?', 'docs/operate/backup.md#to-another-machine'],
  ['Is my backup good?', 'docs/operate/backup.md#is-the-backup-good'],
  ['What happens to a shared photo when its owner trashes it?', 'docs/use/sharing.md#deleting'],
  ['How do I tag photos by their folders?', 'docs/operate/commands.md#tag-by-folder'],
  ['How does a member of my family get access?', 'docs/operate/commands.md#give-a-person-access'],
  ['How do I restore it?', 'docs/operate/backup.md#restore'],
  ['Which files does it read?', 'docs/use/files.md#supported-files'],
  ['How do people sign in with Google?', 'docs/operate/sign-in.md#google'],
  ['How do I run several servers?', 'docs/operate/scaling.md#several-servers-and-workers'],
  ['How do I put it behind Caddy?', 'docs/operate/proxies.md#caddy'],
  ['How do I run it on a NAS?', 'docs/operate/systemd.md#nas'],
  ['How do I upgrade it?', 'docs/operate/upgrading.md#a-new-version'],
  ['How do I show the photos of a tag in React?', 'docs/build/clients.md#react'],
  ['Why is the import slow?', 'docs/operate/troubleshooting.md#an-import-is-slow'],
  ['Why does a photo have a wrong date?', 'docs/use/files.md#why-a-photo-has-its-date'],
]

test.each(QUESTIONS)('README leads to the answer within two clicks: %s', (_question, answer) => {
  const [page = '', heading = ''] = answer.split('#')

  expect(listLinks('README.md')).toContain(page)
  expect(listHeadings(page)).toContain(heading)
})

/** Lists the links of a page to files of the repository. */
function listLinks(path: string): string[] {
  const prose = readPage(path).replaceAll(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, defined]) => inline ?? defined ?? '',
  )
  return links.filter((link) => !/^https?:/.test(link))
}

function leadsSomewhere(path: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? path : normalize(join(dirname(path), file))
  if (!existsSync(join(root, target))) return false
  return heading === undefined || listHeadings(target).includes(heading)
}

/** Lists the anchors that GitHub gives to the headings of a page. */
function listHeadings(path: string): string[] {
  const headings = [...readPage(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
