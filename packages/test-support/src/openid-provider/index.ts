export { followTo } from './follow.js'
export { makeSigningKey, type OpenIdProvider, type Person, type ProviderOptions, startProvider } from './provider.js'
