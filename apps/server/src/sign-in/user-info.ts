import type { Configuration, UserInfoResponse } from 'openid-client'
import { type ProviderFault, ResponseFault } from './fault-cause.js'

/** Reads the claims of the userinfo endpoint, which may be signed (OpenID Connect Core 5.3.2). */
export async function readUserInfo(
  configuration: Configuration,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<UserInfoResponse> {
  const { fetchUserInfo } = await import('openid-client')
  return fetchUserInfo(configuration, accessToken, subject).catch((error: ProviderFault) => {
    throw toUserInfoFault(error)
  })
}

/** Without an announcement, user-info is signed as the ID token is. Every signature is verified with a key of the provider. */
export function withUserInfoAlgorithms<Metadata extends Algorithms>(metadata: Metadata): Metadata {
  const { id_token_signing_alg_values_supported: algorithms = ['RS256'] } = metadata
  return {
    ...metadata,
    userinfo_signing_alg_values_supported: metadata.userinfo_signing_alg_values_supported ?? algorithms,
  }
}

interface Algorithms {
  id_token_signing_alg_values_supported?: string[]
  userinfo_signing_alg_values_supported?: string[]
}

/** Explains a fault of user-info alone; all others are those of any response. */
function toUserInfoFault(fault: ProviderFault): Error {
  const status = fault.status ?? (fault.cause instanceof Response ? fault.cause.status : 0)
  if (status >= 400 && status < 500 && status !== 429)
    return new ResponseFault({
      code: 'no_user_info',
      reason: 'the provider does not tell this service who you are',
      hint: `the userinfo endpoint answers ${status}: allow the scopes openid, email and profile for this client`,
    })
  if (fault.code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return new ResponseFault({
      code: 'unreadable_user_info',
      reason: 'the user-info of the provider is neither JSON nor a token',
      hint: 'the userinfo endpoint answers another media type than application/json or application/jwt',
    })
  const { message } = fault.cause instanceof Error ? fault.cause : fault
  if (message.includes('"sub" property'))
    return new ResponseFault({
      code: 'other_person',
      reason: 'the user-info of the provider is about another person',
      hint: 'the userinfo endpoint does not send the "sub" of the ID token',
    })
  return fault
}
