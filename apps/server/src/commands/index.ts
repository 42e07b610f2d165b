import type { Command } from 'commander'

/** A command of the program; its module is loaded when it is called, so that no command waits for what others need. */
export interface CommandEntry {
  description: string
  load(): Promise<Command>
}

/** In the order in which the help lists them. */
export const commands: Record<string, CommandEntry> = {
  serve: {
    description: 'run the service until it is told to stop',
    load: async () => (await import('./serve.js')).serve,
  },
  worker: {
    description:
      'run jobs until it is told to stop; any number may share a database, beside `serve` or on other machines',
    load: async () => (await import('./worker.js')).worker,
  },
  user: {
    description: 'add and list users',
    load: async () => (await import('./user.js')).user,
  },
  key: {
    description: 'make, list and revoke keys for the API',
    load: async () => (await import('./key.js')).key,
  },
  session: {
    description: 'list and end sessions',
    load: async () => (await import('./session.js')).session,
  },
  import: {
    description: `register the photos, videos and sounds of folders where they lie; nothing is written to them.
What the library has already is passed over, so that the same command takes what is new.`,
    load: async () => (await import('./import.js')).importCommand,
  },
  asset: {
    description: 'list assets',
    load: async () => (await import('./asset.js')).asset,
  },
  tag: {
    description: 'add and list tags, and put them on assets',
    load: async () => (await import('./tag.js')).tag,
  },
  album: {
    description: 'list albums',
    load: async () => (await import('./album.js')).album,
  },
  jobs: {
    description: 'show how the jobs stand; list, retry and watch them',
    load: async () => (await import('./jobs.js')).jobs,
  },
  backup: {
    description: `write all that the database holds into one file: users, keys, assets, tags, albums, jobs.
The service may run meanwhile: the file holds one moment. Photos are not copied.`,
    load: async () => (await import('./backup.js')).backup,
  },
  restore: {
    description: `restore a backup into an empty place: a new DATA_DIR, or the DATABASE_URL of an empty database.
All of it is restored, or nothing. Photos stay where they are.`,
    load: async () => (await import('./restore.js')).restore,
  },
  migrate: {
    description: 'bring the database up to date; the other commands do so by themselves',
    load: async () => (await import('./migrate.js')).migrate,
  },
  doctor: {
    description:
      'check all that the service needs, and say how to repair what is broken; exits with 1 when a problem is found',
    load: async () => (await import('./doctor.js')).doctor,
  },
  openapi: {
    description: 'print the OpenAPI 3.1 description of the API',
    load: async () => (await import('./openapi.js')).openapi,
  },
}
