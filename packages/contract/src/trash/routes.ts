import { BulkIds } from '../route/id-results.js'
import { KIB, LIST_OF_IDS, type RouteMetadata } from '../route/metadata.js'
import { always, withBody, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'

const permission = 'asset.delete'

/** The operations on what deleteAssets has moved to the trash. */
export const trash = c.router(
  {
    emptyTrash: {
      method: 'POST',
      path: '/trash/empty',
      summary: 'Empty the trash',
      description: 'Deletes everything in the trash of the caller for good, as deleteAssets does with `force`.',
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey },
      metadata: { permission } satisfies RouteMetadata,
    },
    restoreTrash: {
      method: 'POST',
      path: '/trash/restore',
      summary: 'Restore everything in the trash',
      description: 'Restores everything in the trash of the caller to where it was.',
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey },
      metadata: { permission } satisfies RouteMetadata,
    },
    restoreAssets: {
      method: 'POST',
      path: '/trash/restore/assets',
      summary: 'Restore assets from the trash',
      description: 'Restores assets of the caller to where they were. Assets that are not in the trash do not change.',
      body: BulkIds,
      responses: { 204: c.noBody(), ...always, ...withBody, ...withKey },
      metadata: { permission, bodyLimit: LIST_OF_IDS + KIB, problems: ['unusable_ids'] } satisfies RouteMetadata,
    },
  },
  mounted,
)
