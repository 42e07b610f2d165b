import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readText } from '../../root/files.js'
import { until, within } from '../until.js'
import { freePort } from './free-port.js'
import { openSocket } from './raw-http.js'

/** Debian has it where only the administrator's PATH leads. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const program = folders.map((folder) => join(folder, 'nginx')).find(existsSync)

export const hasNginx: boolean = program !== undefined
if (!hasNginx)
  process.stderr.write('The proxy is not tested: there is no nginx. Install it (apt install nginx-light).\n')

/** Returns the blocks of a language on a page of the documentation. */
export function readBlocks(page: string, language: 'nginx' | 'sh' = 'nginx'): string[] {
  return [...readText(page).matchAll(/```(\w+)\n([^`]*)```/g)].flatMap(([, of, block = '']) =>
    of === language ? [block] : [],
  )
}

const [block = ''] = readBlocks('docs/operate/running.md')
const [upstream = '', change = ''] = readBlocks('docs/operate/scaling.md')
const [changed = ''] = change.split(/^ *#/m)

/** The site of the documentation, without its certificate. */
const site = block.replaceAll(/^ +ssl_.*\n/gm, '')

export function readSite({ url }: { url: string }): string {
  return site.replace('127.0.0.1:2283', new URL(url).host)
}

/** Returns a site in front of two servers. nginx leaves each of them while there is a file in a folder. */
export function siteOfMany([first, second]: { url: string }[], folder = '/run'): string {
  return site
    .replace(/upstream [^}]*\}\n/, upstream)
    .replace(/ *location .*\n.*proxy_pass .*\n/, () => changed)
    .replaceAll('10.0.0.11:2283', toHost(first))
    .replaceAll('10.0.0.12:2283', toHost(second))
    .replaceAll('/run/', `${folder}/`)
}

function toHost(server: { url: string } | undefined): string {
  return new URL(server?.url ?? '').host
}

/** Starts nginx with a site for the length of a test. Returns its URL. */
export async function startNginx(site: string): Promise<{ url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), toConfiguration(folder, port, site))
  const child = spawn(program as string, ['-e', 'errors.log', '-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await within('the end of nginx', ended)
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, 'errors.log'), 'utf8'))
    return openSocket({ url }).then(
      (socket) => socket.destroy(),
      () => null,
    )
  })
  return { url }
}

function toConfiguration(folder: string, port: number, site: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    pid nginx.pid;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site.replace(/listen .*;/, `listen 127.0.0.1:${port};`)}
    }`
}
