/** An object of a manifest. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  [field: string]: unknown
}

interface Model {
  apiVersion: string
  prototype: { validate(): void }
}

// The compiler does not see them, because their own types do not hold in a strict project.
const groups = [
  import.meta.resolve('kubernetes-models/v1'),
  import.meta.resolve('kubernetes-models/apps/v1'),
  import.meta.resolve('kubernetes-models/policy/v1'),
  import.meta.resolve('kubernetes-models/networking.k8s.io/v1'),
]
const models: Record<string, Model> = Object.assign({}, ...(await Promise.all(groups.map((group) => import(group)))))

/** Returns the faults of an object by Kubernetes' own schema: fields that are wrong or missing, and those that it does not know. */
export function listFaults(manifest: Manifest): string[] {
  const model = models[manifest.kind]
  if (model?.apiVersion !== manifest.apiVersion) return [`${manifest.apiVersion} ${manifest.kind} is not known`]
  const unread = new Set<string>()
  try {
    model.prototype.validate.call(watch(manifest, manifest.kind, unread))
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((path) => `${path} is not known`)
}

/** Wraps an object, and notes which of its fields, at any depth, nothing has read. */
function watch(value: object, path: string, unread: Set<string>): object {
  const watched = Object.entries(value).map(([name, field]): [string, unknown] => {
    const place = `${path}.${name}`
    unread.add(place)
    return [name, field !== null && typeof field === 'object' ? watch(field, place, unread) : field]
  })
  const target = Array.isArray(value) ? watched.map(([, field]) => field) : Object.fromEntries(watched)
  return new Proxy(target, {
    get: (object, name, receiver) => {
      unread.delete(`${path}.${String(name)}`)
      return Reflect.get(object, name, receiver)
    },
  })
}
