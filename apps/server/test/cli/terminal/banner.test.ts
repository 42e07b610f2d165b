import { expect, test } from 'vitest'
import { banner } from '../../../src/cli/terminal/banner.js'

const service = {
  url: 'http://nas:2283',
  library: '/data',
  redirectUri: null,
  demo: null,
  link: null,
  setUpLink: null,
  hasPhotos: false,
}

test.each([
  ['which cannot reach it', null, /^(?!.*ALLOW_HTTP)(?!.*over plain HTTP)/s],
  ['which reach it', [], /set ALLOW_HTTP to the name or address of this machine/],
  ['which reach it by a name', ['nas.lan'], /may sign in over plain HTTP at nas\.lan\. Everyone on that network can/],
])('serve says how other machines sign in, %s (X13)', (_, reach, words) => {
  expect(banner({ ...service, reach })).toMatch(words)
})

test('serve says where the first account is made, while there is none (PW6)', () => {
  const setUpLink = 'http://nas:2283/auth/link#code'

  expect(banner({ ...service, reach: null, setUpLink })).toContain(`Open     ${setUpLink}  (makes the first account`)
  expect(banner({ ...service, reach: null })).not.toContain('first account')
})

test('serve says how somebody gets a library of their own, in the page or by commands (PW6)', () => {
  const first = banner({ ...service, reach: null, setUpLink: 'http://nas:2283/auth/link#code' })
  const besideDemo = banner({ ...service, reach: null })

  expect(first).toMatch(/open the link above, make your account/)
  expect(first).not.toContain('user add')
  expect(besideDemo).toMatch(/user add you@example\.org\n.*session link --user you@example\.org\n/)
  expect(besideDemo).toContain('under Members')
})
