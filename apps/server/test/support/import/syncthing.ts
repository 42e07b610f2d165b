import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { freePort } from '../http/free-port.js'

/** Starts two real Syncthings on loopback until the test ends: that of a phone sends its folder, and that of a server receives it. */
export async function startSyncthings({ phone, server }: { phone: string; server: string }): Promise<void> {
  const sides = await Promise.all([makeSide(phone), makeSide(server)])
  const devices = sides.map(({ id, port }) => `<device id="${id}"><address>tcp://127.0.0.1:${port}</address></device>`)
  for (const [index, { home, folder, port }] of sides.entries()) {
    const rest = index === 0 ? 'type="sendonly"><ignoreDelete>false' : 'type="receiveonly"><ignoreDelete>true'
    await writeFile(
      join(home, 'config.xml'),
      `<configuration version="36">
        <folder id="camera" path="${folder}" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1" ${rest}</ignoreDelete>
          ${sides.map(({ id }) => `<device id="${id}"></device>`).join('')}
        </folder>
        ${devices.join('')}
        <gui enabled="false"></gui>
        <options>
          <listenAddress>tcp://127.0.0.1:${port}</listenAddress>
          <reconnectionIntervalS>1</reconnectionIntervalS>
          ${OUTSIDE.map((name) => `<${name}>false</${name}>`).join('')}
          <urAccepted>-1</urAccepted>
          <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
        </options>
      </configuration>`,
    )
    start(home)
  }
}

/** The settings that would reach other machines. */
const OUTSIDE = [
  'globalAnnounceEnabled',
  'localAnnounceEnabled',
  'relaysEnabled',
  'natEnabled',
  'crashReportingEnabled',
]

async function makeSide(folder: string) {
  const home = await makeFolder()
  await promisify(execFile)('syncthing', ['generate', `--home=${home}`, '--no-default-folder', '--skip-port-probing'])
  const config = await readFile(join(home, 'config.xml'), 'utf8')
  await mkdir(join(folder, '.stfolder'), { recursive: true })
  return { home, folder, port: await freePort(), id: /<device id="([^"]+)"/.exec(config)?.[1] ?? '' }
}

function start(home: string): ChildProcess {
  const child = spawn('syncthing', ['serve', `--home=${home}`, '--no-browser', '--no-restart', '--no-upgrade'], {
    stdio: 'ignore',
    env: { ...process.env, STNOUPGRADE: '1' },
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  return child
}
