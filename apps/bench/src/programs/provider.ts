import { startProvider } from '@media-library/test-support/openid-provider'
import { CLIENT_ID, REDIRECT_URI } from '../sign-in.js'

const provider = await startProvider({
  clients: [{ client_id: CLIENT_ID, redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }],
  signIn: async () => 'ada',
  describe: () => ({}),
})
process.stdout.write(`Address ${provider.issuer}\n`)
process.once('SIGTERM', () => provider.stop())
