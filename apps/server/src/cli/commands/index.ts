import type { Command } from 'commander'
import { keepHeapSmall, NO_LARGER_SPACE } from '../../process/heap.js'

/** A command of the program. Its module is loaded only when it runs, so that every command starts fast. */
export interface CommandEntry {
  description: string
  load(): Promise<Command>
}

/** The commands in the order in which the help lists them. */
export const commands: Record<string, CommandEntry> = {
  serve: {
    description: 'run the service until it is stopped',
    load: async () => {
      keepHeapSmall()
      return (await import('./serve.js')).serve
    },
  },
  worker: {
    description:
      'run jobs until it is stopped; any number of workers may share a database, next to `serve` or on other machines',
    load: async () => (await import('./worker.js')).worker,
  },
  user: {
    description: 'add, list, update, disable, enable and remove users, and limit what they upload',
    load: async () => (await import('./users/user.js')).user,
  },
  key: {
    description: 'create, list and revoke API keys',
    load: async () => (await import('./users/key.js')).key,
  },
  session: {
    description: 'list and end sessions, and print links that sign in',
    load: async () => (await import('./users/session.js')).session,
  },
  import: {
    description: `register the photos, videos and sound files of folders in place; the files are never changed.
Run the same command again to add new files. Changed files are then read again, and missing ones are marked offline.`,
    load: async () => {
      keepHeapSmall(NO_LARGER_SPACE)
      return (await import('./import.js')).importCommand
    },
  },
  search: {
    description: 'find assets by words',
    load: async () => (await import('./search.js')).search,
  },
  asset: {
    description: 'list, trash, restore and delete assets',
    load: async () => (await import('./asset.js')).asset,
  },
  trash: {
    description: 'empty the trash',
    load: async () => (await import('./trash.js')).trash,
  },
  tag: {
    description: 'add and list tags, and assign them to assets',
    load: async () => (await import('./tag.js')).tag,
  },
  album: {
    description: 'list, delete and unshare albums',
    load: async () => (await import('./album.js')).album,
  },
  jobs: {
    description: 'show the state of the jobs; list, retry and watch them',
    load: async () => (await import('./jobs/jobs.js')).jobs,
  },
  backup: {
    description: `write the whole database into one file: users, keys, assets, tags, albums, jobs.
The service may run meanwhile: the file is a consistent snapshot. Photos are not copied.`,
    load: async () => (await import('./backup.js')).backup,
  },
  restore: {
    description: `restore a backup into a new DATA_DIR, or into the empty database of DATABASE_URL.
The restore is all or nothing. With --files, it brings uploads, thumbnails and videos along. Imported photos are not touched.`,
    load: async () => (await import('./restore.js')).restore,
  },
  storage: {
    description: 'verify originals, or move uploaded files between a folder and a bucket',
    load: async () => (await import('./storage.js')).storage,
  },
  database: {
    description: 'open the database with psql, or print its address',
    load: async () => (await import('./database.js')).database,
  },
  migrate: {
    description: 'apply the database migrations, which other commands also do when needed',
    load: async () => (await import('./migrate.js')).migrate,
  },
  doctor: {
    description: 'check everything the service needs, and print how to fix problems; exits with 1 when it finds one',
    load: async () => (await import('./doctor.js')).doctor,
  },
  openapi: {
    description: 'print the OpenAPI 3.1 description of the API',
    load: async () => (await import('./openapi.js')).openapi,
  },
}
