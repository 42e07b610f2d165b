import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { freePort } from '../http/free-port.js'
import { until, within } from '../until.js'

const run = promisify(execFile)

export const hasPrometheus: boolean = await Promise.all(
  ['prometheus', 'promtool'].map((name) => run(name, ['--version'])),
).then(
  () => true,
  () => false,
)
if (!hasPrometheus)
  process.stderr.write(
    'Alerts and dashboard are not tested: there is no Prometheus. Install it (apt install prometheus).\n',
  )

/** Runs promtool. Throws what it prints when it finds a fault. */
export async function promtool(...args: string[]): Promise<void> {
  await run('promtool', args).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
}

/** A configuration of Prometheus. */
export interface PrometheusConfig {
  rule_files: string[]
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
}

/** Starts Prometheus for the length of a test, which scrapes each second. Returns what evaluates an expression: its number of series. */
export async function startPrometheus(config: PrometheusConfig): Promise<(expression: string) => Promise<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-prometheus-'))
  const address = `127.0.0.1:${await freePort()}`
  const global = { scrape_interval: '1s', evaluation_interval: '1s' }
  await writeFile(join(folder, 'prometheus.yml'), stringify({ global, ...config }))
  const args = ['config.file=prometheus.yml', 'storage.tsdb.path=data', `web.listen-address=${address}`]
  const child = spawn(
    'prometheus',
    args.map((arg) => `--${arg}`),
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await within('the end of Prometheus', ended)
    await rm(folder, { recursive: true })
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(log)
    return fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return async (expression) => {
    const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query: expression })}`)
    const answer = (await response.json()) as { data?: { result: unknown[] }; error?: string }
    if (!answer.data) throw new Error(`${expression}: ${answer.error}`)
    return answer.data.result.length
  }
}
