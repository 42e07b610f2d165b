import { describe, expect, test } from 'vitest'
import { requireRedirectUri } from '../../src/sign-in/access.js'

const allowed = [
  'https://photos.example.org/auth/login',
  'http://127.0.0.1:3000/cb',
  'http://[::1]/cb',
  'app.example:/',
  'app.example:http://127.0.0.1:3000/cb',
]

const refusal = expect.objectContaining({
  code: 'invalid_request',
  message: '/redirectUri is not among OAUTH_REDIRECT_URIS of the service.',
  errors: [
    {
      pointer: '/redirectUri',
      code: 'not_allowed',
      detail: 'is not among OAUTH_REDIRECT_URIS of the service',
    },
  ],
})

describe('users may be sent back to (O4)', () => {
  test.each([...allowed, 'http://127.0.0.1:49152/cb', 'http://127.0.0.1/cb', 'http://[::1]:8080/cb'])('%s', (uri) => {
    expect(() => requireRedirectUri(allowed, uri)).not.toThrow()
  })
})

describe('users may not be sent back to (O4)', () => {
  test.each([
    ['another port', 'https://photos.example.org:8443/auth/login'],
    ['the port that goes without saying', 'https://photos.example.org:443/auth/login'],
    ['another path', 'https://photos.example.org/auth/logout'],
    ['a longer path', 'https://photos.example.org/auth/login/x'],
    ['a path in another case', 'https://photos.example.org/Auth/Login'],
    ['a host in another case', 'https://PHOTOS.example.org/auth/login'],
    ['a user', 'https://photos.example.org@evil.example/auth/login'],
    ['a user of the right host', 'https://evil@photos.example.org/auth/login'],
    ['a fragment', 'https://photos.example.org/auth/login#x'],
    ['a query', 'https://photos.example.org/auth/login?next=//evil.example'],
    ['an empty query', 'https://photos.example.org/auth/login?'],
    ['dots', 'https://photos.example.org/auth/x/../login'],
    ['encoded dots', 'https://photos.example.org/auth/%2e%2e/auth/login'],
    ['encoded letters', 'https://photos.example.org/auth/%6cogin'],
    ['a host that goes on', 'https://photos.example.org.evil.example/auth/login'],
    ['a host with a dot', 'https://photos.example.org./auth/login'],
    ['a host in another script', 'https://phоtos.example.org/auth/login'],
    ['a slash too much', 'https://photos.example.org/auth/login/'],
    ['a backslash', 'https://photos.example.org\\@evil.example/auth/login'],
    ['no scheme', '//evil.example/auth/login'],
    ['no scheme, with backslashes', '\\\\evil.example\\auth\\login'],
    ['no host', '/@evil.example/auth/login'],
    ['a scheme without slashes', 'https:evil.example/auth/login'],
    ['one slash', 'https:/photos.example.org/auth/login'],
    ['encoded slashes', '%2F%2Fevil.example/auth/login'],
    ['an encoded slash before another host', 'https://photos.example.org%2F@evil.example/auth/login'],
    ['a password', 'https://photos.example.org:x@evil.example/auth/login'],
    ['a host in punycode', 'https://xn--phtos-8ve.example.org/auth/login'],
    ['a host with full-width letters', 'https://\uff50hotos.example.org/auth/login'],
    ['a host with an encoded letter', 'https://%70hotos.example.org/auth/login'],
    ['a NUL', 'https://photos.example.org\0.evil.example/auth/login'],
    ['a tab', 'https://photos.example.org/\tauth/login'],
    ['white space', ' https://photos.example.org/auth/login'],
    ['a line break', 'https://photos.example.org/auth/\nlogin'],
    ['http', 'http://photos.example.org/auth/login'],
    ['another scheme', 'javascript:alert(1)//photos.example.org/auth/login'],
    ['the scheme of another app', 'app.examples:/'],
    ['another address of an app', 'app.example:/x'],
    ['another port in what an app has for a path', 'app.example:http://127.0.0.1:3001/cb'],
    ['a loopback host of another name', 'http://localhost:3000/cb'],
    ['a loopback host in another path', 'http://127.0.0.1:3000/cb/..'],
    ['what looks like a port', 'http://127.0.0.1:3000@evil.example/cb'],
    ['what looks like a loopback host', 'http://127.0.0.1.evil.example/cb'],
    ['loopback over https', 'https://127.0.0.1:3000/cb'],
    ['a port that is none', 'http://127.0.0.1:99999/cb'],
    ['a port with zeroes', 'http://127.0.0.1:0080/cb'],
    ['another spelling of loopback', 'http://2130706433:3000/cb'],
    ['nothing', ''],
  ])('%s', (_name, uri) => {
    expect(() => requireRedirectUri(allowed, uri)).toThrow(refusal)
  })
})
