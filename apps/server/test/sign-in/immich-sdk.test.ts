import * as sdk from '@immich/sdk'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, expect, test } from 'vitest'
import { REDIRECT_URI, startTestProvider } from '../support/sign-in/openid-provider.js'
import { startSignInServer } from '../support/sign-in/sign-in.js'

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await startSignInServer(provider, { OAUTH_AUTO_REGISTER: 'true' })

sdk.defaults.baseUrl = `${server.url}/api`

test('X3 the unchanged client of Immich signs users in', async () => {
  const { oauth, passwordLogin } = await sdk.getServerFeatures()
  const { url } = await sdk.startOAuth({ oAuthConfigDto: { redirectUri: REDIRECT_URI } })
  const login = await sdk.finishOAuth({ oAuthCallbackDto: { url: await followTo(REDIRECT_URI, url) } })
  sdk.defaults.headers = { authorization: `Bearer ${login.accessToken}` }
  const album = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK' } })
  const { successful } = await sdk.logout()

  expect({ oauth, passwordLogin, successful }).toEqual({ oauth: true, passwordLogin: false, successful: true })
  expect(album.ownerId).toBe(login.userId)
  await expect(sdk.logout()).rejects.toMatchObject({ status: 401 })
})
