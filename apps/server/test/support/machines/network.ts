import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { within } from '../until.js'

const run = promisify(execFile)

/** The folders where Debian has what only the administrator runs. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
const missing = ['ip', 'nft', 'nginx', 'python3'].filter(
  (name) => !folders.some((folder) => existsSync(join(folder, name))),
)

/** Why no network can be made here; null when one can. */
export const networkObstacle: string | null =
  process.getuid?.() !== 0
    ? 'only root may make networks'
    : missing.length > 0
      ? `there is no ${missing.join(', ')} (apt install iproute2 nftables nginx-light python3)`
      : existsSync('/dev/net/tun')
        ? null
        : 'there is no /dev/net/tun'

/** A machine: a network namespace with an address of its own. Nobody outside the network can reach it. */
export interface Machine {
  address: string
  /** Starts a program on it. The program ends with the network at the latest. */
  start(command: string[], env?: NodeJS.ProcessEnv): ChildProcess
  /** Drops all that it sends to a machine, and all that comes from there, without an answer. */
  part(other: Machine): Promise<void>
  /** Sends and takes no more than this. Null takes the limit away, and joins what was parted. */
  slow(kilobytesPerSecond: number | null): Promise<void>
  /** Takes it off the network, as a loss of power does, and ends what runs on it. */
  vanish(): Promise<void>
  /** Puts it back. */
  return(): Promise<void>
}

/** Machines that are connected by a switch. */
export interface Network {
  machines: Record<string, Machine>
  /** Delays what passes to and from the machine behind the wire, and loses a part of it. */
  setWire(settings: { delayMs: number; loss: number }): void
  remove(): Promise<void>
}

/**
 * Makes a network of machines with these names. The last one is behind a wire that can be made slow or lossy. What their programs
 * print goes into files of the folder `logs`.
 */
export async function makeNetwork(names: string[], logs: string): Promise<Network> {
  const prefix = `ml${process.pid}`
  const hub = `${prefix}-switch`
  const made: string[] = []
  const ip = (...args: string[]) => run('ip', args)
  const inside = (name: string, ...args: string[]) => ip('netns', 'exec', name, ...args)
  const add = async (name: string) => {
    await ip('netns', 'add', name)
    made.push(name)
    await inside(name, 'ip', 'link', 'set', 'lo', 'up')
  }

  await add(hub)
  await inside(hub, 'ip', 'link', 'add', 'bridge', 'type', 'bridge')
  await inside(hub, 'ip', 'link', 'set', 'bridge', 'up')
  const wire = spawn('ip', ['netns', 'exec', hub, 'python3', wireProgram, 'near', 'far'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await within('the start of the wire', once(wire.stdout, 'data'))

  const machines: Record<string, Machine> = {}
  for (const [index, name] of names.entries()) {
    const space = `${prefix}-${name}`
    const port = index === names.length - 1 ? 'near' : `port${index}`
    const address = `10.77.0.${index + 10}`
    await add(space)
    if (port === 'near') await inside(hub, 'ip', 'link', 'set', 'far', 'netns', space, 'name', 'eth0')
    else await inside(hub, 'ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    await inside(hub, 'ip', 'link', 'set', port, 'master', 'bridge', 'up')
    await inside(space, 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0')
    await inside(space, 'ip', 'link', 'set', 'eth0', 'up')
    await inside(space, 'nft', rules)
    machines[name] = machineIn(space, address)
  }
  return {
    machines,
    setWire: ({ delayMs, loss }) => void wire.stdin.write(`${delayMs} ${loss}\n`),
    remove: async () => {
      wire.stdin.end()
      for (const name of made.toReversed()) {
        await endAll(name)
        await ip('netns', 'delete', name)
      }
    },
  }

  function machineIn(space: string, address: string): Machine {
    const rule = (chain: string, ...args: string[]) =>
      inside(space, 'nft', 'add', 'rule', 'ip', 'faults', chain, ...args)
    return {
      address,
      start: (command, env = {}) => {
        const log = openSync(join(logs, `${space}.log`), 'a')
        const child = spawn('ip', ['netns', 'exec', space, ...command], {
          env: { ...process.env, ...env },
          stdio: ['ignore', log, log],
        })
        child.on('error', () => {}).once('close', () => closeSync(log))
        return child
      },
      part: async (other) => {
        await rule('output', 'ip', 'daddr', other.address, 'drop')
        await rule('input', 'ip', 'saddr', other.address, 'drop')
      },
      slow: async (kilobytesPerSecond) => {
        await inside(space, 'nft', 'flush', 'table', 'ip', 'faults')
        if (kilobytesPerSecond === null) return
        for (const chain of ['output', 'input'])
          await rule(chain, 'limit', 'rate', 'over', String(kilobytesPerSecond), 'kbytes/second', 'drop')
      },
      vanish: async () => {
        await inside(space, 'ip', 'link', 'set', 'eth0', 'down')
        await endAll(space)
      },
      return: async () => {
        await inside(space, 'ip', 'link', 'set', 'eth0', 'up')
      },
    }
  }

  async function endAll(space: string) {
    const { stdout } = await ip('netns', 'pids', space)
    for (const pid of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

const wireProgram = fileURLToPath(new URL('wire.py', import.meta.url))

const rules = `
  table ip faults {
    chain output { type filter hook output priority 0; }
    chain input { type filter hook input priority 0; }
  }`
