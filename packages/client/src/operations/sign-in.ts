import type { OAuthConfig, OAuthRedirect } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import { warnOnce } from '../deprecation.js'
import type { CallOptions } from '../options.js'

export interface SignInOperations {
  /** @deprecated May be removed in a future version; replaced by the feature flags and `/api/oauth/authorize`. */
  generateOAuthConfig(redirect: OAuthRedirect, options?: CallOptions): Promise<OAuthConfig>
}

export function signInOperations({ call }: Calls): SignInOperations {
  return {
    generateOAuthConfig: async (body, options) => {
      warnOnce('generateOAuthConfig is deprecated: use the feature flags and /api/oauth/authorize.')
      return (await call('generateOAuthConfig', { body, repeatable: false }, options)).body as OAuthConfig
    },
  }
}
