import type { AppRoute } from '@ts-rest/core'
import { contract } from './contract.js'
import { album } from './library/album.js'
import { apiKey } from './library/api-key.js'
import { asset } from './library/asset.js'
import { event } from './library/event.js'
import { file } from './library/file.js'
import { job } from './library/job.js'
import { server } from './library/server.js'
import { signIn } from './library/sign-in.js'
import { tag } from './library/tag.js'
import { trash } from './library/trash.js'
import { upload } from './library/upload.js'
import { user } from './library/user.js'
import type { Faultless, FaultOf, RouteMetadata } from './metadata.js'

// Named, so that the declarations refer to the routes instead of repeating them.
type Library = typeof signIn &
  typeof apiKey &
  typeof tag &
  typeof user &
  typeof album &
  typeof job &
  typeof upload &
  typeof asset &
  typeof trash &
  typeof file &
  typeof event &
  typeof server

type Api = typeof contract & Library

/**
 * The operations that sign users in, find an id which one of the five takes, show what one of them did, or change what they work
 * on. They have the names of Immich's operations, and each noun has a file in `library/`.
 */
export const library: Library = {
  ...signIn,
  ...apiKey,
  ...tag,
  ...user,
  ...album,
  ...job,
  ...upload,
  ...asset,
  ...trash,
  ...file,
  ...event,
  ...server,
}

/** Everything that the service serves: the five operations, and those around them. */
export const api: Api = { ...contract, ...library } satisfies Record<string, AppRoute & { metadata: RouteMetadata }>

/** The faults of the operations. The package does not compile if there are any. */
export type ApiFaults = Faultless<{ [Name in keyof Api]: FaultOf<Name, Api[Name]> }[keyof Api]>
