import type { AppRoute } from '@ts-rest/core'
import * as z from 'zod'
import { AddUsersToAlbum, Album, CreateAlbum } from './album/schemas.js'
import { Asset } from './asset/schemas.js'
import { RunAssetJobs } from './job/schemas.js'
import { Problem } from './problem/problem.js'
import { IdempotencyKey, IfNoneMatch, Prefer } from './route/headers.js'
import { KIB, LIST_OF_IDS, type RouteMetadata, TEXTS } from './route/metadata.js'
import { Page } from './route/page.js'
import { Id } from './route/primitives.js'
import { always, withBody, withId, withKey } from './route/responses.js'
import { c } from './route/router.js'
import { OAuthConfig, OAuthRedirect } from './sign-in/oauth.js'

const repeatable = { 409: Problem, 422: Problem }

export const contract = c.router(
  {
    createAlbum: {
      method: 'POST',
      path: '/album',
      summary: 'Create an album',
      description:
        'Creates an album with the given assets and shares it with the given users. If anything is refused, ' +
        'nothing is created. Sharing it also requires the permission `album.share`. Without `asset.read`, ' +
        '`assets` is `[]`.',
      headers: { prefer: Prefer.optional(), 'idempotency-key': IdempotencyKey.optional() },
      body: CreateAlbum,
      responses: { 201: Album, ...always, ...withBody, ...withKey, ...repeatable },
      metadata: {
        permission: 'album.create',
        bodyLimit: 2 * LIST_OF_IDS + TEXTS,
        answers: ['prefer', 'idempotent'],
        problems: ['unusable_ids', 'still_running', 'limit_reached'],
      },
    },
    addUsersToAlbum: {
      method: 'PUT',
      path: '/album/:id/users',
      summary: 'Share an album',
      description:
        'Shares an album of the caller with more users. Repeated calls have no further effect. Without the permission ' +
        '`asset.read`, `assets` is `[]`.',
      pathParams: z.object({ id: Id }),
      headers: { prefer: Prefer.optional() },
      body: AddUsersToAlbum,
      responses: { 200: Album, ...always, ...withBody, ...withKey, ...withId },
      metadata: {
        permission: 'album.share',
        bodyLimit: LIST_OF_IDS + KIB,
        answers: ['prefer'],
        problems: ['unusable_ids'],
      },
    },
    getTagAssets: {
      method: 'GET',
      path: '/tag/:id/assets',
      summary: 'List the assets of a tag',
      description: 'Returns all assets with a tag of the caller, newest first.',
      pathParams: z.object({ id: Id }),
      query: Page,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        304: c.noBody(),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'tag.read', answers: ['etag', 'pages'] },
    },
    runAssetJobs: {
      method: 'POST',
      path: '/asset/jobs',
      summary: 'Queue a job for assets',
      description: 'Queues the job for each asset. A waiting job is not queued again.',
      headers: { 'idempotency-key': IdempotencyKey.optional() },
      body: RunAssetJobs,
      responses: { 204: c.noBody(), ...always, ...withBody, ...withKey, ...repeatable },
      metadata: {
        permission: 'asset.job',
        bodyLimit: LIST_OF_IDS + KIB,
        answers: ['idempotent'],
        problems: ['unusable_ids', 'still_running'],
      },
    },
    generateOAuthConfig: {
      method: 'POST',
      path: '/oauth/config',
      summary: 'Describe how users sign in',
      description: 'It may be removed in a future version. Use `features` and `authorize` instead.',
      deprecated: true,
      body: OAuthRedirect,
      responses: { 201: OAuthConfig, ...always, ...withBody },
      metadata: {
        permission: null,
        bodyLimit: 32 * KIB,
        answers: ['cookie'],
        deprecation: { since: '2023-11-22', successor: '/api/oauth/authorize' },
      },
    },
  } as const satisfies Record<string, AppRoute & { metadata: RouteMetadata }>,
  { pathPrefix: '/api', strictStatusCodes: true },
)
