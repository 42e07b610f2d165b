import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime } from '../route/primitives.js'

export const AvatarColor = z
  .enum(['primary', 'pink', 'red', 'yellow', 'blue', 'green', 'purple', 'orange', 'gray', 'amber'])
  .describe("The colour behind a user's initials.")
export type AvatarColor = z.infer<typeof AvatarColor>

const user = z
  .object({
    avatarColor: AvatarColor.describe(
      'The stored colour; without one, a colour that is derived from the e-mail address.',
    ),
    createdAt: DateTime.describe('When the user was added.'),
    deletedAt: DateTime.nullable().describe('When the user was removed; null while the user is active.'),
    email: z.string().describe('The e-mail address.'),
    externalPath: z.string().nullable().describe('null when unset, and on users other than the caller.'),
    id: z.string().describe('The id of the user.'),
    isAdmin: z.boolean().describe('Whether the user is an administrator.'),
    memoriesEnabled: z.boolean().optional().describe('Whether the user wants to see memories.'),
    name: z.string().describe('The name of the user.'),
    oauthId: z.string().describe('The `sub` at the provider; empty on users other than the caller.'),
    profileImagePath: z.string().describe('The path of a picture of the user; empty when there is none.'),
    quotaSizeInBytes: z
      .number()
      .nullable()
      .describe(
        'How many bytes of files the user may upload; null for any number, and on users other than the caller.',
      ),
    quotaUsageInBytes: z
      .number()
      .nullable()
      .describe('How many bytes the user has uploaded; null on users other than the caller, and on users of an album.'),
    shouldChangePassword: z.boolean().describe('Always false on users other than the caller.'),
    status: z.enum(['active', 'deleted']).describe('Whether the user is active or removed.'),
    storageLabel: z.string().nullable().describe('null when unset, and on users other than the caller.'),
    updatedAt: DateTime.describe('When the user last changed.'),
  })
  .describe('A user. The private fields of users other than the caller are blank.')
  .register(examples, {
    example: {
      avatarColor: 'green',
      createdAt: '2024-01-01T08:00:00.000Z',
      deletedAt: null,
      email: 'ada@example.org',
      externalPath: null,
      id: sample.ada,
      isAdmin: false,
      name: 'Ada',
      oauthId: '',
      profileImagePath: '',
      quotaSizeInBytes: null,
      quotaUsageInBytes: null,
      shouldChangePassword: false,
      status: 'active',
      storageLabel: null,
      updatedAt: '2024-01-01T08:00:00.000Z',
    },
  })
export interface User extends Fields<typeof user> {}
export interface UserSchema extends NamedObject<typeof user, User> {}
export const User: UserSchema = user
