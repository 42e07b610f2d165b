import { type Found, stemOf } from '../media/walk.js'

/** Splits what a walk finds into batches of about this size, and keeps the files of one shot together. */
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
