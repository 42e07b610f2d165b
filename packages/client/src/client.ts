import { type Call, createCall } from './call/call.js'
import { createCalls } from './calls.js'
import { type EventOperations, eventOperations } from './events/event-operations.js'
import { type FileUrls, fileUrls } from './file-urls.js'
import { type ServiceOperations, serviceOperations } from './operations.js'
import type { ClientOptions } from './options.js'
import { type RequestOperation, requestOperation } from './request-operation.js'
import { type SearchOperation, searchOperation } from './search-operation.js'
import { type UploadOperations, uploadOperations } from './uploads/upload-operations.js'

/** The operations. Each resolves to the body of its success and rejects with a `MediaLibraryError`. */
export interface Client
  extends ServiceOperations,
    RequestOperation,
    SearchOperation,
    EventOperations,
    FileUrls,
    UploadOperations {}

/**
 * Creates a client of the service that needs only fetch: for Node, browsers, React Native and edge runtimes.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey })
 * const album = await client.createAlbum({ albumName: 'Summer', assetIds })
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return createOperations(createCall(options), options.baseUrl, options.shareKey)
}

/** Creates the operations over a function that calls the service. */
export function createOperations(call: Call, baseUrl: string, shareKey?: string): Client {
  const calls = createCalls(call, baseUrl, shareKey)
  return {
    ...serviceOperations(calls),
    ...requestOperation(calls),
    ...searchOperation(calls),
    ...eventOperations(calls),
    ...fileUrls(calls),
    ...uploadOperations(calls),
  }
}
