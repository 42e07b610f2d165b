import * as z from 'zod'
import { examples } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'

const serverVersion = z
  .object({
    major: z.int().describe('Increases with incompatible changes.'),
    minor: z.int().describe('Increases with new features.'),
    patch: z.int().describe('Increases with fixes.'),
  })
  .describe('The version of the service (semver.org).')
  .register(examples, {
    example: { major: 1, minor: 99, patch: 0 },
  })
export interface ServerVersion extends Fields<typeof serverVersion> {}
export interface ServerVersionSchema extends NamedObject<typeof serverVersion, ServerVersion> {}
export const ServerVersion: ServerVersionSchema = serverVersion

const serverPing = z
  .object({ res: z.literal('pong').describe('Always `pong`.') })
  .describe('The service responds.')
  .register(examples, { example: { res: 'pong' } })
export interface ServerPing extends Fields<typeof serverPing> {}
export interface ServerPingSchema extends NamedObject<typeof serverPing, ServerPing> {}
export const ServerPing: ServerPingSchema = serverPing

const serverConfig = z
  .object({
    externalDomain: z
      .string()
      .describe(
        'The address at which devices of the network open the page over plain HTTP, such as `http://nas.lan:2283`; empty where ' +
          'only this machine can, or the operator allows none.',
      ),
    isInitialized: z.boolean().describe('Whether the service has a user.'),
    isOnboarded: z.boolean().describe('The same as `isInitialized`: a service with a user needs no further setup.'),
    loginPageMessage: z.string().describe('Empty.'),
    oauthButtonText: z.string().describe('The text of the sign-in button; empty while sign-in is off.'),
    trashDays: z.int().describe('The number of days after which the trash empties itself; 0 for never.'),
    userDeleteDelay: z
      .int()
      .describe('Always 0: a deleted user stays, and can be restored, until an administrator removes them for good.'),
  })
  .describe('The settings that a front end needs before a user has signed in.')
  .register(examples, {
    example: {
      externalDomain: '',
      isInitialized: true,
      isOnboarded: true,
      loginPageMessage: '',
      oauthButtonText: 'Sign in',
      trashDays: 30,
      userDeleteDelay: 0,
    },
  })
export interface ServerConfig extends Fields<typeof serverConfig> {}
export interface ServerConfigSchema extends NamedObject<typeof serverConfig, ServerConfig> {}
export const ServerConfig: ServerConfigSchema = serverConfig

const extensions = z.array(z.string()).describe('Extensions in lower case with a dot, in alphabetical order.')

const serverMediaTypes = z
  .object({
    image: extensions.describe('The extensions of images, with a dot, in alphabetical order.'),
    sidecar: extensions.describe('The extensions of side-car files.'),
    video: extensions.describe('The extensions of videos and sound files.'),
  })
  .describe('The extensions of the files that the service accepts.')
  .register(examples, {
    example: { image: ['.jpg', '.png'], sidecar: ['.xmp'], video: ['.mov', '.mp4'] },
  })
export interface ServerMediaTypes extends Fields<typeof serverMediaTypes> {}
export interface ServerMediaTypesSchema extends NamedObject<typeof serverMediaTypes, ServerMediaTypes> {}
export const ServerMediaTypes: ServerMediaTypesSchema = serverMediaTypes
