import { api } from '@media-library/contract'
import { type InitClientReturn, initClient, tsRestFetchApi } from '@ts-rest/core'
import { checkBaseUrl } from './check-options.js'

export type * from '@media-library/contract'

/** The address of the service, and the key of the caller. */
export interface ClientOptions {
  /** The address, such as `http://127.0.0.1:2283`, without `/api`. */
  baseUrl: string
  /** A key created by `media-library key create`. Only generateOAuthConfig works without it. */
  apiKey?: string | undefined
}

/** One method for each operation; answers are typed by their status. */
export type Client = InitClientReturn<typeof api, { baseUrl: string; baseHeaders: Record<string, string> }>

/** Calls fetch, and gives an answer without a body the body `undefined`. */
const callApi: typeof tsRestFetchApi = async (request) => {
  const answer = await tsRestFetchApi(request)
  return answer.status === 204 || answer.status === 304 ? { ...answer, body: undefined } : answer
}

/**
 * Creates a client with ts-rest, for programs that handle each status themselves.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey })
 * const answer = await client.createAlbum({ body: { albumName: 'Summer' } })
 * if (answer.status === 201) console.log(answer.body.id)
 * else console.error(answer.body.code, answer.body.detail)
 * ```
 *
 * Every status that the contract declares is an answer; only a failed connection rejects.
 */
export function createClient({ baseUrl, apiKey }: ClientOptions): Client {
  checkBaseUrl(baseUrl)
  return initClient(api, {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    baseHeaders: apiKey === undefined ? {} : { 'x-api-key': apiKey },
    api: callApi,
  })
}
