import type { Config } from './config/config.js'
import type { PrismaDatabase } from './database/connect.js'
import type { Replica } from './database/servers/replica.js'
import type { EventHub } from './events/hub.js'
import type { Logger } from './logger.js'
import type { Measures } from './measures.js'
import type { LinkViews } from './shared-links/views.js'
import type { Provider } from './sign-in/provider.js'
import type { DerivedFiles } from './storage/derived-files.js'
import type { Originals } from './storage/originals.js'
import type { UploadService } from './uploads/upload-service.js'
import type { CredentialWatch } from './users/still-valid.js'

/** The parts of the service that commands may reach. */
export interface Context {
  config: Config
  database: PrismaDatabase
  logger: Logger
  measures: Measures
  /** The OpenID provider; null when sign-in is off. */
  provider: Provider | null
}

/** The parts of the service that handlers may reach. */
export interface ServerContext extends Context {
  derived: DerivedFiles
  originals: Originals
  events: EventHub
  uploads: UploadService
  credentials: CredentialWatch
  linkViews: LinkViews
}

/** An open library. `services.ts` opens it. */
export interface OpenContext extends Context {
  /** The address of the database, with its password. */
  url: string
  /** Whether the database is the embedded one. */
  embedded: boolean
  /** The names of the migrations that opening the database applied. */
  migrations: string[]
  /** Returns the files that jobs make, in a folder or bucket that is opened once, when it is needed. */
  openDerived(): Promise<DerivedFiles>
  /** Returns the originals of assets, likewise. */
  openOriginals(): Promise<Originals>
  /** Opens what only a server needs. Close it before the library. */
  openForRequests(): Promise<RequestServices>
  /** Closes the connections. The embedded database stops when no process uses it any more. */
  close(): Promise<void>
}

/** The parts of a server besides an open library. */
export interface RequestServices {
  context: ServerContext & { url: string }
  /** The replica for requests that only read; null when there is none. */
  replica: Replica | null
  close(): Promise<void>
}
