import type { called } from '@media-library/contract'

type Contract = typeof called

/** What a call needs to know of the contract, which would bring its schemas along. */
export const routes = {
  createAlbum: { method: 'POST', path: '/api/album', success: 201 },
  addUsersToAlbum: { method: 'PUT', path: '/api/album/:id/users', success: 200 },
  getTagAssets: { method: 'GET', path: '/api/tag/:id/assets', success: 200 },
  runAssetJobs: { method: 'POST', path: '/api/asset/jobs', success: 204 },
  generateOAuthConfig: { method: 'POST', path: '/api/oauth/config', success: 201 },
} as const satisfies {
  [Name in keyof Contract]: {
    method: Contract[Name]['method']
    path: Contract[Name]['path']
    success: keyof Contract[Name]['responses']
  }
}

/** The name of an operation. */
export type Operation = keyof typeof routes
