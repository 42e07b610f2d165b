import { describe, expect, test } from 'vitest'
import { type ClientOptions, createClient } from '../src/index.js'

const baseUrl = 'http://127.0.0.1:2283'

describe('createClient', () => {
  test.each([undefined, '', '127.0.0.1:2283', 'http://', '/media'])('refuses the address %j', (address) => {
    // @ts-expect-error an address that may be undefined
    const create = () => createClient({ baseUrl: address, apiKey: 'mlk_1' })

    expect(create).toThrow(TypeError)
    expect(create).toThrow(
      `createClient: baseUrl is ${JSON.stringify(address)}. Pass an address such as http://127.0.0.1`,
    )
  })

  test.each(['http://127.0.0.1:2283/api', 'https://photos.example.org/api/'])(
    'refuses the path /api of %j',
    (address) => {
      expect(() => createClient({ baseUrl: address, apiKey: 'mlk_1' })).toThrow('Leave out /api.')
    },
  )

  test('refuses two credentials, by its types, too', () => {
    // @ts-expect-error there are two
    const create = () => createClient({ baseUrl, apiKey: 'mlk_1', token: () => 'abc' })

    expect(create).toThrow('createClient: apiKey and token cannot be combined.')
  })

  test('refuses to have none, by its types, too', () => {
    // @ts-expect-error there is none
    const create = () => createClient({ baseUrl })

    expect(create).toThrow('createClient: there is no credential. Pass one of apiKey, token and session')
  })

  test('refuses a key that an empty variable should have held', () => {
    const { NO_SUCH_KEY } = process.env

    expect(() => createClient({ baseUrl, apiKey: NO_SUCH_KEY })).toThrow('there is no credential')
    expect(() => createClient({ baseUrl, apiKey: '' })).toThrow('there is no credential')
  })

  test.each<ClientOptions>([
    { baseUrl, apiKey: 'mlk_1', token: undefined },
    { baseUrl, token: () => undefined },
    { baseUrl: 'https://photos.example.org/media/', session: 'cookie' },
  ])('takes %j', (options) => {
    expect(createClient(options).createAlbum).toBeTypeOf('function')
  })
})
