import { type Found, stemOf } from '@media-library/media'

/** Splits the results of a walk into batches of about this size. The files of one shot stay together. */
export async function* toBatches(found: AsyncIterable<Found>, size: number): AsyncGenerator<Found[]> {
  let batch: Found[] = []
  for await (const entry of found) {
    const last = batch.at(-1)
    if (last && batch.length >= size && stemOf(last.path) !== stemOf(entry.path)) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}
