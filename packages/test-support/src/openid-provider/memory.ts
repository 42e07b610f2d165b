import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Stores the data of a provider while it runs, by model and id. oidc-provider has a similar store, which prints a warning at each use.
 */
export function keepInMemory(): (model: string) => Adapter {
  const kept = new Map<string, Map<string, AdapterPayload>>()
  return (model) => {
    const payloads = kept.get(model) ?? new Map<string, AdapterPayload>()
    kept.set(model, payloads)
    const findBy = async (key: keyof AdapterPayload, value: string) =>
      [...payloads.values()].find((payload) => payload[key] === value)
    return {
      upsert: async (id, payload) => void payloads.set(id, payload),
      find: async (id) => payloads.get(id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      consume: async (id) => {
        const payload = payloads.get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void payloads.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of payloads) if (payload.grantId === grantId) payloads.delete(id)
      },
    }
  }
}
