import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { ConfigError } from '../../src/errors.js'

const folder = mkdtempSync(join(tmpdir(), 'media-library-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

const least = {
  OAUTH_ISSUER: 'https://id.example.org/application/o/media-library/',
  OAUTH_CLIENT_ID: 'media-library',
  OAUTH_REDIRECT_URIS: 'https://photos.example.org/auth/login',
}

function listFaults(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('sign-in', () => {
  test('is off without an issuer', () => {
    expect(readConfig({ ...least, OAUTH_ISSUER: '' }).oauth).toBeNull()
  })

  test('needs an issuer, a client and redirect URIs', () => {
    expect(readConfig(least).oauth).toEqual({
      issuer: new URL(least.OAUTH_ISSUER),
      clientId: 'media-library',
      clientSecret: null,
      scope: 'openid email profile',
      redirectUris: ['https://photos.example.org/auth/login'],
      buttonText: 'Sign in',
      autoLaunch: false,
      autoRegister: false,
      trustEmail: false,
    })
  })

  test('accepts every setting', () => {
    const oauth = readConfig({
      ...least,
      OAUTH_ISSUER: 'http://localhost:9000',
      OAUTH_CLIENT_SECRET: 'secret',
      OAUTH_SCOPE: 'openid email groups',
      OAUTH_REDIRECT_URIS: 'https://photos.example.org/auth/login, http://127.0.0.1/cb\napp.example:/',
      OAUTH_BUTTON_TEXT: 'Sign in with Keycloak',
      OAUTH_AUTO_LAUNCH: 'true',
      OAUTH_AUTO_REGISTER: 'yes',
      OAUTH_TRUST_EMAIL: 'true',
    }).oauth

    expect(oauth).toMatchObject({
      clientSecret: 'secret',
      scope: 'openid email groups',
      redirectUris: ['https://photos.example.org/auth/login', 'http://127.0.0.1/cb', 'app.example:/'],
      buttonText: 'Sign in with Keycloak',
      autoLaunch: true,
      autoRegister: true,
      trustEmail: true,
    })
  })

  test('reads its secret from a file, without the line break at its end', () => {
    const path = join(folder, 'secret')
    writeFileSync(path, 'of a file\n')

    expect(readConfig({ ...least, OAUTH_CLIENT_SECRET_FILE: path }).oauth?.clientSecret).toBe('of a file')
  })

  test.each([
    ['OAUTH_ISSUER', 'id.example.org', "must be the provider's issuer"],
    ['OAUTH_ISSUER', 'http://id.example.org', 'must be https, unless it is on this machine'],
    ['OAUTH_ISSUER', 'https://me:secret@id.example.org', "must be the provider's issuer"],
    ['OAUTH_ISSUER', 'https://id.example.org/.well-known/openid-configuration', 'must be the issuer without'],
    ['OAUTH_ISSUER', 'https://login.microsoftonline.com/common/v2.0', 'must name your organisation'],
    ['OAUTH_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0', 'must name your organisation'],
    ['OAUTH_ISSUER', 'https://login.microsoftonline.us/common/v2.0', 'must name your organisation'],
    ['OAUTH_ISSUER', 'https://login.partner.microsoftonline.cn/organizations/v2.0', 'must name your organisation'],
    ['OAUTH_CLIENT_ID', '', 'is required with OAUTH_ISSUER'],
    ['OAUTH_CLIENT_SECRET_FILE', '/nowhere/at/all', 'the file cannot be read (ENOENT)'],
    ['OAUTH_CLIENT_SECRET_FILE', '/dev/null', 'must not be empty'],
    ['OAUTH_SCOPE', 'email profile', 'must be a list of scopes separated by spaces, including openid'],
    ['OAUTH_REDIRECT_URIS', '', 'is required with OAUTH_ISSUER'],
    ['OAUTH_REDIRECT_URIS', ' , ', 'must name at least one address'],
    ['OAUTH_REDIRECT_URIS', '/auth/login', '/auth/login must be a complete address'],
    ['OAUTH_REDIRECT_URIS', 'javascript:alert(1)', 'must be a complete address'],
    ['OAUTH_REDIRECT_URIS', 'https://photos.example.org/?a=b', 'must have no user, query or fragment'],
    ['OAUTH_REDIRECT_URIS', 'https://photos.example.org', 'must be written as https://photos.example.org/'],
    ['OAUTH_AUTO_LAUNCH', 'perhaps', 'must be true or false'],
  ])('refuses %s=%s by name, and says what it must be', (name, value, message) => {
    const [fault, ...others] = listFaults({ ...least, [name]: value })

    expect(fault).toMatch(new RegExp(`^${name}\\b`))
    expect(fault).toContain(message)
    expect(others).toEqual([])
  })

  test('names all its faults at once, with those of other variables, and no secret', () => {
    const path = join(folder, 'gone')
    const faults = listFaults({
      OAUTH_ISSUER: 'x',
      OAUTH_CLIENT_SECRET_FILE: path,
      PORT: 'y',
      OAUTH_CLIENT_SECRET: 'hush',
    })

    expect(faults.map((fault) => fault.split(/[=:]/)[0])).toEqual([
      'PORT',
      'OAUTH_ISSUER',
      'OAUTH_CLIENT_ID',
      'OAUTH_REDIRECT_URIS',
      'OAUTH_CLIENT_SECRET_FILE',
    ])
    expect(faults.join()).not.toContain('hush')
  })
})
