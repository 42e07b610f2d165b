import { type Call, createCall } from './call/call.js'
import type { Operation } from './call/routes.js'
import { callsOver } from './calls.js'
import { type AlbumOperations, albumOperations } from './operations/albums.js'
import { type AssetOperations, assetOperations } from './operations/assets.js'
import { type EventOperations, eventOperations } from './operations/events.js'
import { type FileOperations, fileOperations } from './operations/files.js'
import { type JobOperations, jobOperations } from './operations/jobs.js'
import { type ServerInfoOperations, serverInfoOperations } from './operations/server-info.js'
import { type SignInOperations, signInOperations } from './operations/sign-in.js'
import { type TagOperations, tagOperations } from './operations/tags.js'
import { type UploadOperations, uploadOperations } from './operations/uploads.js'
import { type UserOperations, userOperations } from './operations/users.js'
import type { ClientOptions } from './options.js'

/** The operations. Each resolves to what its success holds and rejects with a `MediaLibraryError`. */
export interface Client
  extends AlbumOperations,
    AssetOperations,
    EventOperations,
    FileOperations,
    JobOperations,
    ServerInfoOperations,
    SignInOperations,
    TagOperations,
    UploadOperations,
    UserOperations {}

/**
 * A client of the service, over fetch alone: for Node, browsers, React Native and edge runtimes.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey })
 * const album = await client.createAlbum({ albumName: 'Summer', assetIds })
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return clientOver(createCall(options), options.baseUrl)
}

/** The operations over a way to call them. */
export function clientOver(call: Call, baseUrl: string): Client {
  const calls = callsOver(call, baseUrl)
  return {
    ...albumOperations(calls),
    ...assetOperations(calls),
    ...eventOperations(calls),
    ...fileOperations(calls),
    ...jobOperations(calls),
    ...serverInfoOperations(calls),
    ...signInOperations(calls),
    ...tagOperations(calls),
    ...uploadOperations(calls),
    ...userOperations(calls),
  } satisfies Client & Record<Exclude<Operation, Renamed>, unknown>
}

/** The operations of finishSignIn and downloadFile, whose names in the contract say less to an app. */
type Renamed = 'callback' | 'downloadOriginal'
