import type { ProblemCode } from '@media-library/contract'
import type { Operation } from './scenarios.js'

/** What each operation answers to a request that it refuses, which every generated client makes in its own way. */
export const refusals: Record<Operation, [status: number, code: ProblemCode]> = {
  createAlbum: [400, 'unusable_ids'],
  addUsersToAlbum: [404, 'not_found'],
  getTagAssets: [404, 'not_found'],
  runAssetJobs: [400, 'unusable_ids'],
  generateOAuthConfig: [400, 'invalid_request'],
  authorize: [400, 'sign_in_off'],
  callback: [400, 'sign_in_off'],
  logout: [403, 'forbidden'],
  features: [406, 'not_acceptable'],
}

/** What they send for it. */
export const wrong = {
  redirect: { redirectUri: '\0' },
  html: { accept: 'text/html' },
}

/** Sound, but nobody signs in at a service without a provider. */
export const signInRequests = {
  redirect: { redirectUri: 'http://127.0.0.1/' },
  arrival: { url: 'http://127.0.0.1/?code=x&state=y' },
}
