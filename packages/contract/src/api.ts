import type { AppRoute } from '@ts-rest/core'
import { album } from './album/routes.js'
import { apiKey } from './api-key/routes.js'
import { asset } from './asset/routes.js'
import { contract } from './contract.js'
import { event } from './event/routes.js'
import { file } from './file/routes.js'
import { invitation } from './invitation/routes.js'
import { job } from './job/routes.js'
import { passkey } from './passkey/routes.js'
import { password } from './password/routes.js'
import { person } from './person/routes.js'
import { phone } from './phone/routes.js'
import type { Faultless, FaultOf, RouteMetadata } from './route/metadata.js'
import { search } from './search/routes.js'
import { server } from './server/routes.js'
import { sharedLink } from './shared-link/routes.js'
import { signIn } from './sign-in/routes.js'
import { tag } from './tag/routes.js'
import { trash } from './trash/routes.js'
import { upload } from './upload/routes.js'
import { user } from './user/routes.js'

// Named, so that the declarations refer to the routes instead of repeating them.
type Nouns = {
  contract: typeof contract
  signIn: typeof signIn
  password: typeof password
  passkey: typeof passkey
  apiKey: typeof apiKey
  tag: typeof tag
  user: typeof user
  invitation: typeof invitation
  album: typeof album
  sharedLink: typeof sharedLink
  job: typeof job
  upload: typeof upload
  phone: typeof phone
  asset: typeof asset
  trash: typeof trash
  file: typeof file
  event: typeof event
  search: typeof search
  person: typeof person
  server: typeof server
}

/** The routes of `api` by noun, each of which has a folder: what `createExpressEndpoints` takes. The five of `contract` come first. */
export const nouns: Nouns = {
  contract,
  signIn,
  password,
  passkey,
  apiKey,
  tag,
  user,
  invitation,
  album,
  sharedLink,
  job,
  upload,
  phone,
  asset,
  trash,
  file,
  event,
  search,
  person,
  server,
}

type Api = typeof contract &
  typeof signIn &
  typeof password &
  typeof passkey &
  typeof apiKey &
  typeof tag &
  typeof user &
  typeof invitation &
  typeof album &
  typeof sharedLink &
  typeof job &
  typeof upload &
  typeof phone &
  typeof asset &
  typeof trash &
  typeof file &
  typeof event &
  typeof search &
  typeof person &
  typeof server

/**
 * Everything that the service serves: the five operations of `contract`, and those around them, which sign users in, find an id
 * that one of the five takes, show what one of them did, or change what they work on. They have the names of Immich's operations,
 * and each noun has a folder.
 */
export const api: Api = {
  ...contract,
  ...signIn,
  ...password,
  ...passkey,
  ...apiKey,
  ...tag,
  ...user,
  ...invitation,
  ...album,
  ...sharedLink,
  ...job,
  ...upload,
  ...phone,
  ...asset,
  ...trash,
  ...file,
  ...event,
  ...search,
  ...person,
  ...server,
} satisfies Record<string, AppRoute & { metadata: RouteMetadata }>

/** The faults of the operations. The package does not compile if there are any. */
export type ApiFaults = Faultless<{ [Name in keyof Api]: FaultOf<Name, Api[Name]> }[keyof Api]>
