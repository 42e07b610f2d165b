import type { Operation } from '../call/routes.js'
import type { Ask } from './ask.js'
import { albums } from './operations/albums.js'
import { apiKeys } from './operations/api-keys.js'
import { assets } from './operations/assets.js'
import { listenToEvents } from './operations/events.js'
import { faces } from './operations/faces.js'
import { facets } from './operations/facets.js'
import { files } from './operations/files.js'
import { jobs } from './operations/jobs.js'
import { passkeys } from './operations/passkeys.js'
import { people } from './operations/people.js'
import { search } from './operations/search.js'
import { sharedLinks } from './operations/shared-links.js'
import { signIn } from './operations/sign-in.js'
import { tags } from './operations/tags.js'
import { uploads } from './operations/uploads.js'
import { users } from './operations/users.js'

/**
 * The rules of the operations: each returns the body of its success, or a whole response. A list is returned whole:
 * pages, versions, `Prefer` and `Idempotency-Key` follow from the metadata of the contract. An operation without a rule
 * answers the example of the contract.
 */
export const operations: { [Name in Operation]?: (ask: Ask<never, never>) => unknown } = {
  ...albums,
  ...apiKeys,
  ...assets,
  ...facets,
  ...files,
  ...jobs,
  ...passkeys,
  ...faces,
  ...people,
  ...search,
  ...sharedLinks,
  ...signIn,
  ...tags,
  ...uploads,
  ...users,
  listenToEvents,
}
