import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime, Email, Id, UserName } from '../route/primitives.js'

const invitation = z
  .object({
    id: Id.describe('The id of the user who is invited.'),
    createdAt: DateTime.describe('When the link was made.'),
    expiresAt: DateTime.describe('When the link ends, unless it is used before.'),
  })
  .describe('A link that signs a user in once.')
  .register(examples, {
    example: { id: sample.ben, createdAt: '2024-07-01T09:00:00.000Z', expiresAt: '2024-07-08T09:00:00.000Z' },
  })
export interface Invitation extends Fields<typeof invitation> {}
export interface InvitationSchema extends NamedObject<typeof invitation, Invitation> {}
export const Invitation: InvitationSchema = invitation

const createInvitation = z
  .strictObject({
    email: Email.describe('The e-mail address of the person. No user may have it.'),
    name: UserName.describe('The name that other users see, in 1 to 200 characters.'),
    quotaSizeInBytes: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .describe('How many bytes of files the person may upload; null, the default, for any number.'),
  })
  .describe('The body of createInvitation.')
  .register(examples, { example: { email: 'ben@example.org', name: 'Ben' } })
export interface CreateInvitation extends Fields<typeof createInvitation> {}
export interface CreateInvitationSchema extends NamedObject<typeof createInvitation, CreateInvitation> {}
export const CreateInvitation: CreateInvitationSchema = createInvitation

const invitationWithCode = z
  .object({
    invitation: Invitation.describe('The invitation without its code.'),
    code: z
      .string()
      .describe('The code of the link, `/auth/link#<code>` at the address of the service. It is shown only once.'),
  })
  .describe('A new link.')
  .register(examples, {
    example: {
      invitation: { id: sample.ben, createdAt: '2024-07-01T09:00:00.000Z', expiresAt: '2024-07-08T09:00:00.000Z' },
      code: sample.code,
    },
  })
export interface InvitationWithCode extends Fields<typeof invitationWithCode> {}
export interface InvitationWithCodeSchema extends NamedObject<typeof invitationWithCode, InvitationWithCode> {}
export const InvitationWithCode: InvitationWithCodeSchema = invitationWithCode
