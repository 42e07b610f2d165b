import { readdirSync } from 'node:fs'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config/config.js'
import { listUnknown, readText, toPath } from './files.js'
import { listFaults, type Manifest } from './schema.js'

function readManifests(name: string) {
  return parseAllDocuments(readText(`deploy/kubernetes/${name}`), { merge: true }).map(
    (document) => document.toJS() as Manifest,
  )
}

const { resources } = parse(readText('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
const manifests = [...resources, 'secret.example.yaml'].flatMap(readManifests)
function find(kind: string, name: string) {
  return manifests.find((each) => each.kind === kind && each.metadata.name === name) as Manifest
}
function readPod(name: string) {
  const { spec } = find('Deployment', name) as unknown as Deployment
  if (!spec?.template.spec) throw new Error(`${name} has no pod`)
  return { ...spec.template.spec, replicas: spec.replicas, labels: spec.template.metadata?.labels }
}
const variables = {
  ...(find('ConfigMap', 'media-library')['data'] as Record<string, string>),
  ...(find('Secret', 'media-library')['stringData'] as Record<string, string>),
}
const config = readConfig(variables)
const [server, worker] = [readPod('media-library-server'), readPod('media-library-worker')]
const containers = [server, worker].flatMap((pod) => [...(pod.initContainers ?? []), ...pod.containers])

test('each object is valid by the schema of its kind, which reports a wrong, missing or misspelt field', () => {
  const deployment = find('Deployment', 'media-library-server') as never as { spec: Record<string, unknown> }
  const change = (spec: object) => listFaults({ ...deployment, spec: { ...deployment.spec, ...spec } } as never)

  expect(manifests.flatMap(listFaults)).toEqual([])
  expect(change({ replicas: 'two' })).not.toEqual([])
  expect(change({ selector: undefined })).not.toEqual([])
  expect(change({ replica: 2 })).toEqual(['Deployment.spec.replica is not known'])
})

test('every file is applied, except the example of the secret', () => {
  const files = readdirSync(toPath('deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml')

  expect(files.sort()).toEqual([...resources, 'secret.example.yaml'].sort())
})

test('two pods of each run, and at least one of each while nodes are drained', () => {
  for (const [pod, name] of [
    [server, 'media-library-server'],
    [worker, 'media-library-worker'],
  ] as const) {
    const { spec } = find('PodDisruptionBudget', name) as unknown as { spec: { selector: { matchLabels: object } } }

    expect(pod.replicas).toBe(2)
    expect(spec.selector.matchLabels).toEqual(pod.labels)
    expect(spec).toMatchObject(name.endsWith('server') ? { minAvailable: 1 } : { maxUnavailable: 1 })
  }
  expect(find('Service', 'media-library')['spec']).toMatchObject({ selector: server.labels })
})

test('clients reach only the servers, and only one namespace reaches the metrics', () => {
  const readRules = (name: string) => {
    const { spec } = find('NetworkPolicy', name) as unknown as NetworkPolicy
    return (spec?.ingress ?? []).map(({ ports, from }) => [ports?.map(({ port }) => port), from === undefined])
  }

  expect(readRules('media-library-server')).toEqual([
    [['http'], true],
    [['metrics'], false],
  ])
  expect(readRules('media-library-worker')).toEqual([[['metrics'], false]])
})

test('no container runs as root, writes to its own root, or has privileges', () => {
  for (const { securityContext } of [server, worker]) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
  }
  for (const { securityContext, volumeMounts, resources } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(['/data', '/tmp']))
    expect(resources?.limits).toHaveProperty('memory')
  }
})

test('servers and workers read the originals, which they cannot write', () => {
  for (const { containers, volumes } of [server, worker]) {
    expect(containers[0]?.volumeMounts).toContainEqual({ name: 'photos', mountPath: '/photos', readOnly: true })
    expect(volumes?.find(({ name }) => name === 'photos')?.persistentVolumeClaim?.readOnly).toBe(true)
  }
})

test('uploads outlive a pod in the bucket, and no pod writes to a volume that others have', () => {
  expect(config.uploads.bucket).toMatchObject({ bucket: 'media-library', prefix: 'originals' })
  for (const { volumes = [] } of [server, worker])
    for (const { persistentVolumeClaim } of volumes) expect(persistentVolumeClaim?.readOnly ?? true).toBe(true)
})

test('probes use their own paths, and a pod gets enough time to drain', () => {
  const [container] = server.containers
  const { drainMs, worker: limits } = config

  expect(container?.livenessProbe?.httpGet?.path).toBe('/livez')
  expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz')
  expect(drainMs).toBeGreaterThan((container?.readinessProbe?.periodSeconds ?? 0) * 1_000)
  expect((server.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThanOrEqual(drainMs + 15_000)
  expect((worker.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThanOrEqual(limits.stopMs + 15_000)
})

test('every variable is one that the service accepts, and each container gets it', () => {
  expect(listUnknown(Object.keys(variables))).toEqual([])
  expect(config.bucket).toMatchObject({ bucket: 'media-library', prefix: 'derived' })
  expect(config.databaseUrl).not.toBeNull()
  for (const { envFrom, env, image } of containers) {
    expect(envFrom).toEqual([{ configMapRef: { name: 'media-library' } }, { secretRef: { name: 'media-library' } }])
    expect(env).toBeUndefined()
    expect(image).toBe('media-library')
  }
})

test('a worker draws one photo at a time for each of its cores', () => {
  expect(worker.containers[0]?.resources?.limits).toMatchObject({ cpu: variables['WORKER_IMAGES'] })
})
