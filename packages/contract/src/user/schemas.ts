import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime, Email, Id, NewPassword, text, UserName } from '../route/primitives.js'

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
    profileImagePath: z
      .string()
      .describe('The path of the picture of the user, which changes with the picture; empty when there is none.'),
    quotaSizeInBytes: z
      .number()
      .nullable()
      .describe(
        'How many bytes of files the user may upload; null for any number, and on users other than the caller, except for administrators.',
      ),
    quotaUsageInBytes: z
      .number()
      .nullable()
      .describe('How many bytes the user has uploaded; null where the quota is, and on users of an album.'),
    shouldChangePassword: z
      .boolean()
      .describe(
        'Whether the user is asked to choose a password, as somebody else did, or invited them. Always false on users other than the caller.',
      ),
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

const quota = z.int().min(0).nullable()
const label = text(200)

const createUser = z
  .strictObject({
    email: Email.describe('The e-mail address with which the user signs in. No other user may have it.'),
    name: UserName.describe('The name that other users see, in 1 to 200 characters.'),
    password: NewPassword.describe('The first password, in 8 to 256 characters.'),
    shouldChangePassword: z
      .boolean()
      .optional()
      .describe('Whether the user is asked to choose another one; true by default.'),
    memoriesEnabled: z.boolean().optional().describe('Whether the user wants to see memories; true by default.'),
    quotaSizeInBytes: quota
      .optional()
      .describe('How many bytes of files the user may upload; null, the default, for any number.'),
    storageLabel: label.nullable().optional().describe('A name for programs. No other user may have it.'),
  })
  .describe('The body of createUser.')
  .register(examples, { example: { email: 'cy@example.org', name: 'Cy', password: 'correct horse' } })
export interface CreateUser extends Fields<typeof createUser> {}
export interface CreateUserSchema extends NamedObject<typeof createUser, CreateUser> {}
export const CreateUser: CreateUserSchema = createUser

const updateUser = z
  .strictObject({
    id: Id.describe('The id of the user.'),
    name: UserName.optional().describe('The name that other users see, in 1 to 200 characters.'),
    avatarColor: AvatarColor.optional().describe('The colour behind the initials of the user.'),
    memoriesEnabled: z.boolean().optional().describe('Whether the user wants to see memories.'),
    email: Email.optional().describe('The e-mail address. Only for administrators, like all that follows.'),
    isAdmin: z.boolean().optional().describe('Whether the user is an administrator. One always remains.'),
    password: NewPassword.optional().describe('A new password of another user, whose sessions end.'),
    shouldChangePassword: z
      .boolean()
      .optional()
      .describe('Whether the user is asked to choose another password; true by default with a new one.'),
    quotaSizeInBytes: quota.optional().describe('How many bytes of files the user may upload; null for any number.'),
    storageLabel: label.optional().describe('A name for programs; empty for none. No other user may have it.'),
  })
  .describe('The body of updateUser: what changes.')
  .register(examples, { example: { id: sample.ada, name: 'Ada Lovelace' } })
export interface UpdateUser extends Fields<typeof updateUser> {}
export interface UpdateUserSchema extends NamedObject<typeof updateUser, UpdateUser> {}
export const UpdateUser: UpdateUserSchema = updateUser

const deleteUser = z
  .strictObject({
    force: z
      .boolean()
      .optional()
      .describe('Whether everything of the user is deleted for good, instead of locking the user out.'),
  })
  .describe('The body of deleteUser.')
  .register(examples, { example: {} })
export interface DeleteUser extends Fields<typeof deleteUser> {}
export interface DeleteUserSchema extends NamedObject<typeof deleteUser, DeleteUser> {}
export const DeleteUser: DeleteUserSchema = deleteUser

const createProfileImage = z
  .object({ file: z.string().meta({ format: 'binary' }).describe('A photo of at most 20 MB, with a name.') })
  .describe('The form of createProfileImage.')
  .register(examples, { example: { file: 'the bytes of the photo' } })
export interface CreateProfileImage extends Fields<typeof createProfileImage> {}
export interface CreateProfileImageSchema extends NamedObject<typeof createProfileImage, CreateProfileImage> {}
export const CreateProfileImage: CreateProfileImageSchema = createProfileImage

const profileImage = z
  .object({
    profileImagePath: z.string().describe('The path of the picture, as in the document of the user.'),
    userId: z.string().describe('The user whom the picture shows.'),
  })
  .describe('The picture of a user.')
  .register(examples, {
    example: { profileImagePath: `profile/${sample.ada}/${sample.photo}.jpeg`, userId: sample.ada },
  })
export interface ProfileImage extends Fields<typeof profileImage> {}
export interface ProfileImageSchema extends NamedObject<typeof profileImage, ProfileImage> {}
export const ProfileImage: ProfileImageSchema = profileImage

const profileImageVersion = z
  .object({
    v: z
      .string()
      .max(512)
      .optional()
      .describe("The user's `profileImagePath`. While it is current, a stored copy needs no check (RFC 8246)."),
  })
  .describe('The query of getProfileImage.')
export interface ProfileImageVersion extends Fields<typeof profileImageVersion> {}
export interface ProfileImageVersionSchema extends NamedObject<typeof profileImageVersion, ProfileImageVersion> {}
export const ProfileImageVersion: ProfileImageVersionSchema = profileImageVersion
