// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The record of a job: its current state for one asset and job name. */
export interface AssetJob {
  /** The id of the asset. */
  assetId: string
  /** The name of the job. */
  name: JobName
  /** How the job stands, or how it ended. */
  state: JobState
  /** How often the job was started since it was requested. */
  attempts: number
  /**
   * Why the job was skipped or failed, or why its last attempt failed. For a job that succeeded, a warning. It is for
   * people.
   */
  reason: string | null
  /** When the job was requested. */
  queuedAt: string
  /** When the last attempt started. */
  startedAt: string | null
  /** When the last attempt ended. */
  finishedAt: string | null
}

/** The number of jobs in each state, by name. */
export interface AssetJobCounts {
  /** The jobs that create thumbnails and previews. */
  'regenerate-thumbnail': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
  /** The jobs that read the metadata of files. */
  'refresh-metadata': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
  /** The jobs that make videos playable in browsers. */
  'transcode-video': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
}

/** The filters of a list of job records. */
export interface AssetJobFilter {
  /** The size of a page, 1,000 when left out; the answer names the next in `Link`. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** Only records of this asset. It may be repeated for up to 200 assets. */
  assetId?: string[] | undefined
  /** Only jobs of this name. */
  name?: JobName | undefined
  /** Only jobs in this state. */
  state?: JobState | undefined
}

/** The name of a job. */
export type JobName = 'regenerate-thumbnail' | 'refresh-metadata' | 'transcode-video'

/** The state of a job. The last three are final. */
export type JobState = 'queued' | 'running' | 'succeeded' | 'skipped' | 'failed'

/** The body of runAssetJobs. */
export interface RunAssetJobs {
  /** The caller's own assets. */
  assetIds: string[]
  /** The job to queue for each of them. */
  name: JobName
}
