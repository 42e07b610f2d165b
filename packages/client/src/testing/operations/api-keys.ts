import type { ApiKey, CreateApiKey, UpdateApiKey } from '@media-library/contract/schemas'
import { type Ask, requireFound } from '../ask.js'
import type { KeyRecord } from '../store.js'

export const apiKeys = {
  getApiKeys: (ask: Ask) => listKeys(ask).map(showKey),
  getApiKey: (ask: Ask) => showKey(requireKey(ask)),

  createApiKey({ store, caller, body }: Ask<CreateApiKey>) {
    const { name = 'API Key', scopes = ['all'], expiresAt } = body
    const { id } = store.fixtures.aTag()
    const createdAt = new Date().toISOString()
    const key: KeyRecord = {
      id,
      name,
      createdAt,
      updatedAt: createdAt,
      scopes: scopes.includes('all') ? ['all'] : [...new Set(scopes)],
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      userId: caller.id,
      secret: `mlk_test_${id}`,
    }
    store.keys.set(id, key)
    return { apiKey: showKey(key), secret: key.secret }
  },

  updateApiKey(ask: Ask<UpdateApiKey>) {
    const key = requireKey(ask)
    key.name = ask.body.name
    key.updatedAt = new Date().toISOString()
    return showKey(key)
  },

  deleteApiKey(ask: Ask) {
    ask.store.keys.delete(requireKey(ask).id)
  },
}

/** Lists the keys, newest first. */
function listKeys({ store, caller }: Ask): KeyRecord[] {
  return [...store.keys.values()].filter(({ userId }) => userId === caller.id).reverse()
}

function requireKey(ask: Ask): KeyRecord {
  return requireFound(
    listKeys(ask).find(({ id }) => id === ask.id),
    'key',
  )
}

function showKey({ userId: _, secret: __, ...key }: KeyRecord): ApiKey {
  return key
}
