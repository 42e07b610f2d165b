import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { permissions } from '../route/permissions.js'
import { DateTime, Id, text } from '../route/primitives.js'
import { storedMoment } from '../route/query.js'

export const KeyScope = z
  .enum(['all', ...permissions])
  .describe('A permission that a key has, or `all` for every permission, including those of later versions.')
export type KeyScope = z.infer<typeof KeyScope>

const apiKey = z
  .object({
    id: Id.describe('The id of the key, which is also in the key itself.'),
    name: z.string().describe('What the key is for.'),
    createdAt: DateTime.describe('When the key was created.'),
    updatedAt: DateTime.describe('When the key was last changed.'),
    scopes: z.array(KeyScope).describe('What the key may do.'),
    expiresAt: DateTime.nullable().describe('When the key expires; null for never.'),
  })
  .describe('An API key of the caller, without its secret.')
  .register(examples, {
    example: {
      id: sample.key,
      name: 'Photo frame',
      createdAt: '2024-07-01T09:00:00.000Z',
      updatedAt: '2024-07-02T18:00:00.000Z',
      scopes: ['tag.read'],
      expiresAt: null,
    },
  })
export interface ApiKey extends Fields<typeof apiKey> {}
export interface ApiKeySchema extends NamedObject<typeof apiKey, ApiKey> {}
export const ApiKey: ApiKeySchema = apiKey

const name = text(1_000).min(1)

const createApiKey = z
  .strictObject({
    name: name.optional().describe('What the key is for, in 1 to 1,000 characters; `API Key` by default.'),
    scopes: z
      .array(KeyScope)
      .min(1)
      .optional()
      .describe(
        'The permissions of the key, which the caller must have, too; by default all permissions of the caller.',
      ),
    expiresAt: storedMoment()
      .refine((time) => Date.parse(time) > Date.now(), {
        params: { code: 'invalid_value', detail: 'must be in the future' },
      })
      .optional()
      .describe(
        'When the key expires, which must be in the future, and not after the key of the caller; by default it ' +
          'expires with the key of the caller, or never.',
      ),
  })
  .describe('The body of createApiKey.')
  .register(examples, { example: { name: 'Photo frame', scopes: ['tag.read'] } })
export interface CreateApiKey extends Fields<typeof createApiKey> {}
export interface CreateApiKeySchema extends NamedObject<typeof createApiKey, CreateApiKey> {}
export const CreateApiKey: CreateApiKeySchema = createApiKey

const updateApiKey = z
  .strictObject({ name: name.describe('What the key is for, in 1 to 1,000 characters.') })
  .describe('The body of updateApiKey.')
  .register(examples, { example: { name: 'Photo frame in the hall' } })
export interface UpdateApiKey extends Fields<typeof updateApiKey> {}
export interface UpdateApiKeySchema extends NamedObject<typeof updateApiKey, UpdateApiKey> {}
export const UpdateApiKey: UpdateApiKeySchema = updateApiKey

const apiKeyWithSecret = z
  .object({
    apiKey: ApiKey.describe('The key without its secret.'),
    secret: z.string().describe('The key: send it as `x-api-key`. It is shown only once.'),
  })
  .describe('A new key with its secret.')
  .register(examples, {
    example: {
      apiKey: {
        id: sample.key,
        name: 'Photo frame',
        createdAt: '2024-07-01T09:00:00.000Z',
        updatedAt: '2024-07-01T09:00:00.000Z',
        scopes: ['tag.read'],
        expiresAt: null,
      },
      secret: 'mlk_0190f3d2000070008000000000000005_…',
    },
  })
export interface ApiKeyWithSecret extends Fields<typeof apiKeyWithSecret> {}
export interface ApiKeyWithSecretSchema extends NamedObject<typeof apiKeyWithSecret, ApiKeyWithSecret> {}
export const ApiKeyWithSecret: ApiKeyWithSecretSchema = apiKeyWithSecret
