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
