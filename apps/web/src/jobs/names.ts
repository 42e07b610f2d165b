import type { JobName } from '@media-library/client'
import { messages } from '../language/messages.js'

/** The jobs in the order in which they are offered. */
export const jobs = Object.keys(messages.jobs.of) as JobName[]
