import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { draw, drawFrom } from '../random.js'

/** A writer that is held up for longer may leave a file as it is for so long that it counts as whole. */
const LONGEST_GAP_MS = 1_200

/** An actor with so many files writes over them. Otherwise a long run would end with an import of many minutes. */
const MOST_FILES = 60

/** Files that come, change, move and go in a folder. */
export interface RestlessFiles {
  /** The SHA-1 in hexadecimal of each file that is there and whole, by its path. */
  present: ReadonlyMap<string, string>
  /** The contents of each file that was ever whole. */
  contents: ReadonlySet<string>
  readonly changes: number
  /** Lets files come, change, move and go until the pause. */
  go(): void
  /** Resolves when all changes are made. */
  pause(): Promise<void>
}

/** Creates files that actors change, each in a subfolder of its own. All files start with `photo`, and what follows makes them differ. */
export function createRestlessFiles(folder: string, photo: Buffer, actors: number): RestlessFiles {
  const present = new Map<string, string>()
  const contents = new Set<string>()
  let changes = 0
  let isGoing = false
  let acting: Promise<void>[] = []

  const make = () => {
    const content = Buffer.concat([photo, Buffer.from(randomUUID())])
    const checksum = toChecksum(content)
    contents.add(checksum)
    return { content, checksum }
  }
  const pathIn = (own: string) => join(own, String(draw(0, 3)), `${randomUUID()}.jpg`)
  const put = async (path: string, write: (content: Buffer) => Promise<void>) => {
    const { content, checksum } = make()
    await mkdir(dirname(path), { recursive: true })
    await write(content)
    present.set(path, checksum)
  }
  const writeSlowly = async (path: string, content: Buffer) => {
    const file = await open(path, 'w')
    const part = Math.ceil(content.length / draw(2, 5))
    let writtenAt = performance.now()
    for (let start = 0; start < content.length; start += part) {
      await file.write(content.subarray(start, start + part))
      if (performance.now() - writtenAt > LONGEST_GAP_MS) contents.add(toChecksum(content.subarray(0, start)))
      writtenAt = performance.now()
      await sleep(draw(0, 500))
    }
    await file.close()
  }

  const makeChanges = (own: string) => {
    const paths = () => [...present.keys()].filter((path) => path.startsWith(join(own, '/')))
    const place = () => (paths().length < MOST_FILES ? pathIn(own) : drawFrom(paths()))
    const add = (path: string) => put(path, (content) => writeFile(path, content))
    const move = async (from: string, to: string) => {
      await mkdir(dirname(to), { recursive: true })
      await rename(from, to)
      for (const path of paths()) {
        const checksum = present.get(path) as string
        if (path !== from && !path.startsWith(join(from, '/'))) continue
        present.delete(path)
        present.set(to + path.slice(from.length), checksum)
      }
    }
    const go = async (path: string) => {
      await rm(path)
      present.delete(path)
    }
    return [
      () => add(place()),
      () => add(place()),
      () => {
        const path = place()
        return put(path, (content) => writeSlowly(path, content))
      },
      ...[add, (path: string) => move(path, pathIn(own)), go].map((change) => async () => {
        if (paths().length > 5) await change(drawFrom(paths()))
      }),
      async () => {
        if (paths().length > 5) await move(dirname(drawFrom(paths())), join(own, randomUUID()))
      },
    ]
  }

  const act = async (own: string) => {
    while (isGoing) {
      await drawFrom(makeChanges(own))()
      changes += 1
      await sleep(draw(0, 300))
    }
  }

  return {
    present,
    contents,
    get changes() {
      return changes
    },
    go: () => {
      isGoing = true
      acting = Array.from({ length: actors }, (_, actor) => act(join(folder, `actor-${actor}`)))
    },
    pause: async () => {
      isGoing = false
      await Promise.all(acting)
    },
  }
}

function toChecksum(content: Buffer) {
  return createHash('sha1').update(content).digest('hex')
}
