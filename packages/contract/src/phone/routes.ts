import * as z from 'zod'
import { KIB, LIST_OF_IDS, type RouteMetadata } from '../route/metadata.js'
import { text } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { User } from '../user/schemas.js'
import {
  AuditDeletes,
  AuditFilter,
  CheckExistingAssets,
  DeviceAssetId,
  ExistingAssets,
  ServerInfo,
  ServerStatistics,
  UpdateStackParent,
} from './schemas.js'

/** The operations that only Immich's programs on phones and desktops need, so that they sign in, synchronise and back up. */
export const phone = c.router(
  {
    updateStackParent: {
      method: 'PUT',
      path: '/asset/stack/parent',
      summary: 'Choose the primary asset of a stack',
      description: 'Makes another asset of a stack of the caller its primary asset.',
      body: UpdateStackParent,
      responses: { 200: c.noBody(), ...always, ...withBody, ...withKey },
      metadata: { permission: 'asset.update', bodyLimit: 32 * KIB, problems: ['unusable_ids'] } satisfies RouteMetadata,
    },
    checkExistingAssets: {
      method: 'POST',
      path: '/asset/exist',
      summary: 'Check which uploads exist',
      description: 'Finds the uploads of the caller by the names that their device gave them.',
      body: CheckExistingAssets,
      responses: { 200: ExistingAssets, ...always, ...withBody, ...withKey },
      metadata: {
        permission: 'asset.upload',
        bodyLimit: LIST_OF_IDS + 32 * KIB,
        isQuestion: true,
      } satisfies RouteMetadata,
    },
    getAllUserAssetsByDeviceId: {
      method: 'GET',
      path: '/asset/device/:deviceId',
      summary: 'List the uploads of a device',
      description: 'Returns the names that a device gave the uploads of the caller, also of those in the trash.',
      pathParams: z.object({ deviceId: text(1_000).describe('What the program called its device.') }),
      responses: {
        200: z.array(DeviceAssetId).describe('The names.'),
        ...always,
        ...withKey,
      },
      metadata: { permission: 'asset.upload' } satisfies RouteMetadata,
    },
    getServerInfo: {
      method: 'GET',
      path: '/server-info',
      summary: 'Read the free space',
      description: 'Returns how large and how full the disk of the folder for uploads is.',
      responses: { 200: ServerInfo, ...always, ...withKey },
      metadata: { permission: 'any' } satisfies RouteMetadata,
    },
    getServerStatistics: {
      method: 'GET',
      path: '/server-info/statistics',
      summary: "Count the caller's own assets and their bytes",
      description: "Counts the caller's own images, videos and uploaded bytes. In Immich, they are those of everybody.",
      responses: { 200: ServerStatistics, ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getAuditDeletes: {
      method: 'GET',
      path: '/audit/deletes',
      summary: 'Learn whether a full synchronisation is needed',
      description: 'Always tells a program to read everything anew: the service keeps no record of what was deleted.',
      query: AuditFilter,
      responses: { 200: AuditDeletes, ...always, ...withKey, ...withId },
      metadata: { permission: 'any' } satisfies RouteMetadata,
    },
    getPartners: {
      method: 'GET',
      path: '/partner',
      summary: 'List partners',
      description: 'Returns an empty list: there are no partners, who would share all of their assets.',
      query: z.object({ direction: z.enum(['shared-by', 'shared-with']).optional().describe('Has no effect.') }),
      responses: {
        200: z.array(User).describe('Empty.'),
        ...always,
        ...withKey,
      },
      metadata: { permission: 'any' } satisfies RouteMetadata,
    },
  },
  mounted,
)
