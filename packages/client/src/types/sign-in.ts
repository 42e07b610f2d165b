// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** How users can sign in. The optional fields are present when OAuth is enabled. */
export interface OAuthConfig {
  /** Whether users can sign in with a provider. */
  enabled: boolean
  /** Always false: the service has no passwords. */
  passwordLoginEnabled: boolean
  /** The URL at which the user signs in. */
  url?: string | undefined
  /** The text of the sign-in button. */
  buttonText?: string | undefined
  /** Whether a front end should start the sign-in without a click. */
  autoLaunch?: boolean | undefined
}

/** The body of generateOAuthConfig. */
export interface OAuthRedirect {
  /** The URI to which the provider redirects the user. */
  redirectUri: string
}

/** A session of the caller: a browser or program in which they are signed in. */
export interface AuthDevice {
  /** The id of the session. */
  id: string
  /** When the user signed in. */
  createdAt: string
  /** When the session was last used, to the hour. */
  updatedAt: string
  /** Whether it is the session of the request. */
  current: boolean
  /** The browser or program, such as `Firefox`; empty when it does not say. */
  deviceType: string
  /** The operating system, such as `iOS`; empty when the program does not say. */
  deviceOS: string
}

/** The session has ended. */
export interface LoggedOut {
  /** Always true. */
  successful: boolean
  /** The path of the login page of a front end, which does not start a new sign-in by itself. */
  redirectUri: string
}

/** A new session and its user. */
export interface Login {
  /** The session: send it as `Authorization: Bearer`. */
  accessToken: string
  /** The id of the user. */
  userId: string
  /** The e-mail address of the user. */
  userEmail: string
  /** The name of the user. */
  name: string
  /** Whether the user is an administrator. */
  isAdmin: boolean
  /** The path of a picture of the user; empty when there is none. */
  profileImagePath: string
  /** Always false: the service has no passwords. */
  shouldChangePassword: boolean
}

/** The URL at which the user signs in. */
export interface OAuthAuthorization {
  /** The address of the provider to which the user is sent. */
  url: string
}

/** The body of callback. */
export interface OAuthCallback {
  /** The complete address to which the provider redirected the user, with `code` and `state`. */
  url: string
}

/**
 * The enabled features. Programs written for Immich expect all of these fields; the service does not have every
 * feature.
 */
export interface ServerFeatures {
  /** Whether users can sign in with a provider. */
  oauth: boolean
  /** Whether a front end should start the sign-in without a click. */
  oauthAutoLaunch: boolean
  /** false: the service has no passwords. */
  passwordLogin: boolean
  /** Whether places are named from coordinates. */
  reverseGeocoding: boolean
  /** Whether XMP side-cars are read. */
  sidecar: boolean
  /** Whether pictures are found by their content. */
  clipEncode: boolean
  /** Whether the configuration is a file. */
  configFile: boolean
  /** Whether faces are recognized. */
  facialRecognition: boolean
  /** Whether there is a map. */
  map: boolean
  /** Whether there is a search. */
  search: boolean
  /** Whether there is a search by content. */
  smartSearch: boolean
  /** Whether pictures are tagged by recognition. */
  tagImage: boolean
  /** Whether assets can be moved to a trash. */
  trash: boolean
}

/** The body of signInWithCode. */
export interface SignInCode {
  /** The code of a link that `media-library` printed. */
  code: string
}
