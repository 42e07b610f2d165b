import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { BucketRequestMeasure, Measures } from '../../measures.js'

/** Measures each request of a client to its store. Signing an address sends none. */
export function measureRequests(client: S3Client, measures: Measures): void {
  client.middlewareStack.add(
    (next, { commandName = 'Command' }) =>
      async (args) => {
        const startedAt = performance.now()
        let outcome: BucketRequestMeasure['outcome'] = 'succeeded'
        try {
          return await next(args)
        } catch (error) {
          outcome = toOutcome(error)
          throw error
        } finally {
          const seconds = (performance.now() - startedAt) / 1_000
          measures.emit('bucketRequest', { command: commandName.replace(/Command$/, ''), outcome, seconds })
        }
      },
    { step: 'deserialize', priority: 'high', name: 'measureRequests' },
  )
}

function toOutcome(error: unknown): BucketRequestMeasure['outcome'] {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return 'missing'
  return error instanceof Error && error.name === 'AbortError' ? 'aborted' : 'failed'
}
