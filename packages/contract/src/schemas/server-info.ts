import * as z from 'zod'
import { examples } from './example.js'

export const ServerVersion = z
  .object({
    major: z.int().describe('Moves when callers break.'),
    minor: z.int().describe('Moves when there is something new.'),
    patch: z.int().describe('Moves when something was mended.'),
  })
  .describe('The version of the service (semver.org).')
  .register(examples, {
    example: { major: 1, minor: 99, patch: 0 },
  })
export type ServerVersion = z.infer<typeof ServerVersion>

export const ServerPing = z
  .object({ res: z.literal('pong').describe('Always `pong`.') })
  .describe('The service answers.')
  .register(examples, { example: { res: 'pong' } })
export type ServerPing = z.infer<typeof ServerPing>

export const ServerConfig = z
  .object({
    externalDomain: z.string().describe('Empty: there are no share links to lead anywhere.'),
    isInitialized: z.boolean().describe('Whether the service has a user.'),
    isOnboarded: z.boolean().describe('The same: a service with a user has nothing left to set up.'),
    loginPageMessage: z.string().describe('Empty.'),
    oauthButtonText: z.string().describe('What the button for signing in is called; empty while sign-in is off.'),
    trashDays: z.int().describe('0: the service never empties the trash.'),
    userDeleteDelay: z.int().describe('0: the service never removes a deleted user.'),
  })
  .describe('What a front end needs before anybody has signed in.')
  .register(examples, {
    example: {
      externalDomain: '',
      isInitialized: true,
      isOnboarded: true,
      loginPageMessage: '',
      oauthButtonText: 'Sign in',
      trashDays: 0,
      userDeleteDelay: 0,
    },
  })
export type ServerConfig = z.infer<typeof ServerConfig>

const extensions = z.array(z.string()).describe('Extensions in lower case with their dot, in alphabetical order.')

export const ServerMediaTypes = z
  .object({
    image: extensions.describe('Of images, with their dot, in alphabetical order.'),
    sidecar: extensions.describe('Of files that describe another.'),
    video: extensions.describe('Of videos and of sounds.'),
  })
  .describe('The files that the service takes, by how their names end.')
  .register(examples, {
    example: { image: ['.jpg', '.png'], sidecar: ['.xmp'], video: ['.mov', '.mp4'] },
  })
export type ServerMediaTypes = z.infer<typeof ServerMediaTypes>
