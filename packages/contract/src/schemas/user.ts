import * as z from 'zod'
import { examples, sample } from './example.js'
import { DateTime } from './primitives.js'

export const AvatarColor = z
  .enum(['primary', 'pink', 'red', 'yellow', 'blue', 'green', 'purple', 'orange', 'gray', 'amber'])
  .describe("The colour behind a user's initials.")
export type AvatarColor = z.infer<typeof AvatarColor>

export const User = z
  .object({
    avatarColor: AvatarColor.describe('The stored colour, else one derived from the e-mail address.'),
    createdAt: DateTime,
    deletedAt: DateTime.nullable().describe('null while the user is active.'),
    email: z.string(),
    externalPath: z.string().nullable().describe("null on users other than the caller, and when there's none."),
    id: z.string(),
    isAdmin: z.boolean(),
    memoriesEnabled: z.boolean().optional(),
    name: z.string(),
    oauthId: z.string().describe('Empty on users other than the caller.'),
    profileImagePath: z.string(),
    shouldChangePassword: z.boolean().describe('false on users other than the caller.'),
    storageLabel: z.string().nullable().describe("null on users other than the caller, and when there's none."),
    updatedAt: DateTime,
  })
  .describe('A user as others see it; private fields are blank on everybody but the caller.')
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
      shouldChangePassword: false,
      storageLabel: null,
      updatedAt: '2024-01-01T08:00:00.000Z',
    },
  })
export type User = z.infer<typeof User>
