export type * from '@media-library/contract/schemas'
export type { CallName, Operation } from './call/routes.js'
export { type Client, createClient } from './client.js'
export { type ErrorCode, isProblem, MediaLibraryError, type ProblemError } from './error.js'
export type { ListenOptions, ReceivedEvent } from './events/listen.js'
export type { JobsProgress, WaitOptions } from './events/wait-for-jobs.js'
export type { FileRef } from './file-urls.js'
export type {
  AlbumOptions,
  AnswerEvent,
  CallEvent,
  CallOptions,
  ClientOptions,
  CookieClientOptions,
  Credential,
  Fetch,
  FileOptions,
  HookEvents,
  Hooks,
  KeyClientOptions,
  KeyedOptions,
  Logger,
  PageOptions,
  RequestOptions,
  RetryEvent,
  RouteMethod,
  TokenClientOptions,
} from './options.js'
export type { List, ListPage } from './pages.js'
export type { Reply, ResponseFacts } from './reply.js'
export type {
  FailedFile,
  FileOutcome,
  FilesProgress,
  StoppedFile,
  StoredFile,
  UnsupportedFile,
  UploadDetails,
  UploadFilesOptions,
  UploadOptions,
} from './uploads/upload.js'
