// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

import type { JobName } from './job.js'

/** A part of an asset. `asset` means the fields that are in none of the others. */
export type AssetPart = 'asset' | 'exifInfo' | 'smartInfo' | 'people' | 'tags' | 'stack'

/** How long listenToEvents waits. */
export interface EventFilter {
  /**
   * Ends the response after the first events, or after this number of seconds without any. For clients behind a proxy
   * that holds back unfinished responses. By default, the response does not end.
   */
  wait?: number | undefined
}

/** An asset of the caller was added. */
export interface AssetAddedEvent {
  /** The kind of the event. */
  type: 'asset.added'
  /** The id of the asset. */
  assetId: string
}

/**
 * An asset that the caller may see changed. An own asset that has become the video of a live photo, and has left the
 * lists, is reported once more.
 */
export interface AssetUpdatedEvent {
  /** The kind of the event. */
  type: 'asset.updated'
  /** The id of the asset. */
  assetId: string
  /** The parts that changed. */
  changed: AssetPart[]
}

/** An asset of the caller was moved to the trash. Who saw it in an album is told that the album changed. */
export interface AssetTrashedEvent {
  /** The kind of the event. */
  type: 'asset.trashed'
  /** The id of the asset. */
  assetId: string
}

/** An asset of the caller returned from the trash. */
export interface AssetRestoredEvent {
  /** The kind of the event. */
  type: 'asset.restored'
  /** The id of the asset. */
  assetId: string
}

/** An asset of the caller was deleted for good. */
export interface AssetDeletedEvent {
  /** The kind of the event. */
  type: 'asset.deleted'
  /** The id of the asset. */
  assetId: string
}

/** A job of the caller's own asset ended, and is not retried. */
export interface JobFinishedEvent {
  /** The kind of the event. */
  type: 'job.finished'
  /** The id of the asset. */
  assetId: string
  /** The name of the job. */
  name: JobName
  /** How the job ended. */
  state: 'succeeded' | 'skipped' | 'failed'
}

/** The caller created an album. */
export interface AlbumCreatedEvent {
  /** The kind of the event. */
  type: 'album.created'
  /** The id of the album. */
  albumId: string
}

/** An album was shared with more users. The owner and all shared users are told. */
export interface AlbumSharedEvent {
  /** The kind of the event. */
  type: 'album.shared'
  /** The id of the album. */
  albumId: string
  /** The users who were added. */
  userIds: string[]
}

/** An album got or lost assets, or its name, description or cover changed. The owner and all shared users are told. */
export interface AlbumUpdatedEvent {
  /** The kind of the event. */
  type: 'album.updated'
  /** The id of the album. */
  albumId: string
}

/** An album is no longer shared with some users. They are told, and the owner and the other shared users. */
export interface AlbumUnsharedEvent {
  /** The kind of the event. */
  type: 'album.unshared'
  /** The id of the album. */
  albumId: string
  /** The users who were taken off it, or left it. */
  userIds: string[]
}

/** An album was deleted. Its owner and its shared users are told. */
export interface AlbumDeletedEvent {
  /** The kind of the event. */
  type: 'album.deleted'
  /** The id of the album. */
  albumId: string
}

/** Events may have been missed, because the `Last-Event-ID` is too old or unknown. Read everything anew. */
export interface ResetEvent {
  /** The kind of the event. */
  type: 'reset'
}

/** The `data` of an event as JSON. Its `type` is also the `event` of the event. */
export type LibraryEvent =
  | AssetAddedEvent
  | AssetUpdatedEvent
  | AssetTrashedEvent
  | AssetRestoredEvent
  | AssetDeletedEvent
  | JobFinishedEvent
  | AlbumCreatedEvent
  | AlbumSharedEvent
  | AlbumUpdatedEvent
  | AlbumUnsharedEvent
  | AlbumDeletedEvent
  | ResetEvent
