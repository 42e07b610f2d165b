import { JobName } from '@media-library/contract'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { AttemptMeasure, Measures } from '../../../measures.js'

/** Adds the metrics of the process's statements, jobs, requests to buckets and originals. */
export function addMeasures(registry: Registry, measures: Measures): void {
  addStatements([registry], measures)
  addAttempts([registry], measures)
  addBucketRequests([registry], measures)
  addDamagedOriginals([registry], measures)
}

function addStatements(registers: Registry[], measures: Measures): void {
  const duration = new Histogram({
    name: 'media_library_database_statement_duration_seconds',
    help: 'Seconds per statement, including the wait for a connection, by operation or job',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const failures = new Counter({
    name: 'media_library_database_statement_failures_total',
    help: 'Failed statements by kind; refused, such as a duplicate key, is normal',
    labelNames: ['failure'],
    registers,
  })
  for (const failure of ['lost race', 'lost connection', 'unavailable', 'refused']) failures.inc({ failure }, 0)
  const byOperation = remember((operation: string) => duration.labels({ operation }))
  measures.on('statement', ({ operation, seconds, failure }) => {
    byOperation(operation).observe(seconds)
    if (failure !== null) failures.inc({ failure })
  })
}

const outcomes: AttemptMeasure['outcome'][] = ['succeeded', 'skipped', 'failed', 'postponed', 'late']

function addAttempts(registers: Registry[], measures: Measures): void {
  const duration = new Histogram({
    name: 'media_library_job_duration_seconds',
    help: 'Seconds per job attempt, without the time in the queue',
    labelNames: ['name'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
    registers,
  })
  const attempts = new Counter({
    name: 'media_library_job_attempts_total',
    help: 'Job attempts by outcome; a job fails for good after at most three failed ones',
    labelNames: ['name', 'outcome'],
    registers,
  })
  for (const name of JobName.options) {
    duration.zero({ name })
    for (const outcome of outcomes) attempts.inc({ name, outcome }, 0)
  }
  measures.on('attempt', ({ job: name, outcome, seconds }) => {
    duration.observe({ name }, seconds)
    attempts.inc({ name, outcome })
  })
}

function addBucketRequests(registers: Registry[], measures: Measures): void {
  const duration = new Histogram({
    name: 'media_library_bucket_request_duration_seconds',
    help: 'Seconds of a request to a bucket, to the headers of its answer',
    labelNames: ['command'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const requests = new Counter({
    name: 'media_library_bucket_requests_total',
    help: 'Bucket requests by outcome; missing means 404, and each retry counts',
    labelNames: ['command', 'outcome'],
    registers,
  })
  measures.on('bucketRequest', ({ command, outcome, seconds }) => {
    duration.observe({ command }, seconds)
    requests.inc({ command, outcome })
  })
}

function addDamagedOriginals(registers: Registry[], measures: Measures): void {
  const damaged = new Counter({
    name: 'media_library_damaged_originals_total',
    help: 'Reads of originals whose size or checksum did not match the database; the log names the assets',
    registers,
  })
  measures.on('damagedOriginal', () => damaged.inc())
}

/** Finds the series of a label once, because that takes longer than to count. */
function remember<Series>(find: (label: string) => Series): (label: string) => Series {
  const known = new Map<string, Series>()
  return (label) => {
    const series = known.get(label) ?? find(label)
    known.set(label, series)
    return series
  }
}
