import type { Scenario } from '../scenario.js'
import { drainJobs } from './drain.js'
import { enqueueJobs } from './enqueue.js'
import { metadata } from './metadata.js'
import { thumbnails } from './thumbnails.js'

/** All that can be measured, in the order in which it is. */
export const scenarios: Scenario[] = [thumbnails, metadata, enqueueJobs, drainJobs]
