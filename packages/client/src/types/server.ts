// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The settings that a front end needs before a user has signed in. */
export interface ServerConfig {
  /** Always empty: there are no share links. */
  externalDomain: string
  /** Whether the service has a user. */
  isInitialized: boolean
  /** The same as `isInitialized`: a service with a user needs no further setup. */
  isOnboarded: boolean
  /** Empty. */
  loginPageMessage: string
  /** The text of the sign-in button; empty while sign-in is off. */
  oauthButtonText: string
  /** After how many days the trash empties itself; 0 for never. */
  trashDays: number
  /** Always 0: the service never removes a deleted user. */
  userDeleteDelay: number
}

/** The extensions of the files that the service accepts. */
export interface ServerMediaTypes {
  /** The extensions of images, with a dot, in alphabetical order. */
  image: string[]
  /** The extensions of side-car files. */
  sidecar: string[]
  /** The extensions of videos and sound files. */
  video: string[]
}

/** The service responds. */
export interface ServerPing {
  /** Always `pong`. */
  res: 'pong'
}

/** The version of the service (semver.org). */
export interface ServerVersion {
  /** Increases with incompatible changes. */
  major: number
  /** Increases with new features. */
  minor: number
  /** Increases with fixes. */
  patch: number
}
