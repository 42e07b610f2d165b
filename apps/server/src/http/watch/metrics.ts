import { setTimeout as sleep } from 'node:timers/promises'
import { contract, type RouteMetadata } from '@media-library/contract'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../database/ask.js'
import { limitStatements, transact } from '../../database/transaction.js'
import type { EventHub } from '../../events/hub.js'
import { countWorkers, type JobSummaryRow, summarizeJobs } from '../../jobs/queue/job-listing.js'
import { isEventStream, wasAborted } from './log.js'

/** The metrics of the service for Prometheus. */
export interface Metrics {
  contentType: string
  /** Counts and times requests by operation; `none` for other paths, so that paths never become labels. */
  observe: RequestHandler
  /** Returns all metrics as text, with the current state of the process, the pool and the jobs. */
  read(): Promise<string>
}

const NO_OPERATION = 'none'
const ABORTED = 'aborted'

const deprecatedOperations = new Set(
  Object.entries(contract).flatMap(([name, { metadata }]) =>
    (metadata as RouteMetadata).deprecation === undefined ? [] : [name],
  ),
)

/** Creates the metrics of this process and its database, in a separate registry. */
export function createMetrics(database: Database, events: EventHub): Metrics {
  const registry = new Registry()
  const observe = createObserver([registry])
  const refreshPool = createPoolMetrics(registry, database)
  const refreshJobs = createJobMetrics(registry, database)
  createEventMetrics(registry, events)
  collectDefaultMetrics({ register: registry })
  let refreshing: Promise<void> | null = null

  const read = async () => {
    // Simultaneous scrapes share one query of the database.
    refreshing ??= refreshJobs().finally(() => {
      refreshing = null
    })
    await refreshing
    refreshPool()
    return registry.metrics()
  }
  return { contentType: registry.contentType, observe, read }
}

function createObserver(registers: Registry[]): RequestHandler {
  const inFlight = new Gauge({
    name: 'media_library_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers,
  })
  const requests = new Counter({
    name: 'media_library_http_requests_total',
    help: 'Requests by operation and status, or aborted by the client',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'media_library_http_request_duration_seconds',
    help: 'Seconds from the headers of a request to the end of its response',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const deprecatedCalls = new Counter({
    name: 'media_library_deprecated_calls_total',
    help: 'Calls of deprecated operations',
    labelNames: ['operation'],
    registers,
  })

  return (request, response, next) => {
    const startedAt = performance.now()
    inFlight.inc()
    response.once('close', () => {
      const { operation = NO_OPERATION } = request
      inFlight.dec()
      requests.inc({ operation, status: wasAborted(request, response) ? ABORTED : response.statusCode })
      // How long a client listens says nothing about the service.
      if (!isEventStream(response)) duration.observe({ operation }, (performance.now() - startedAt) / 1_000)
      if (deprecatedOperations.has(operation)) deprecatedCalls.inc({ operation })
    })
    next()
  }
}

/** Adds the metrics of the clients that listen to events. */
function createEventMetrics(registry: Registry, events: EventHub): void {
  const registers = [registry]
  new Gauge({
    name: 'media_library_event_listeners',
    help: 'Clients that listen to events',
    registers,
    collect() {
      this.set(events.counts.listeners)
    },
  })
  let counted = 0
  new Counter({
    name: 'media_library_events_sent_total',
    help: 'Events sent to clients, each counted for every client',
    registers,
    collect() {
      const { sent } = events.counts
      this.inc(sent - counted)
      counted = sent
    },
  })
}

/**
 * Adds the metrics of the connection pool. Returns a function that refreshes them.
 */
function createPoolMetrics(registry: Registry, database: Database): () => void {
  const registers = [registry]
  const connections = new Gauge({
    name: 'media_library_database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'media_library_database_queries_waiting',
    help: 'Queries waiting for a connection of the pool',
    registers,
  })
  return () => {
    const { totalCount, idleCount, waitingCount } = database.driver.pool
    connections.set({ state: 'active' }, totalCount - idleCount)
    connections.set({ state: 'idle' }, idleCount)
    waiting.set(waitingCount)
  }
}

const LIMIT_MS = 2_000
const states = ['queued', 'running', 'succeeded', 'skipped', 'failed'] as const

/** Adds the metrics of jobs and workers. Returns a function that refreshes them with two queries within 2 s. */
function createJobMetrics(registry: Registry, database: Database): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'media_library_database_up',
    help: '1 if the database could be queried for jobs and workers; if 0, their metrics are missing',
    registers,
  })
  const jobs = new Gauge({
    name: 'media_library_jobs',
    help: 'Jobs by name and state',
    labelNames: ['name', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'media_library_jobs_oldest_waiting_seconds',
    help: 'Age of the oldest queued job',
    labelNames: ['name'],
    registers,
  })
  const workers = new Gauge({ name: 'media_library_workers', help: 'Live workers', registers })

  const show = ({ name, oldestWaiting, ...row }: JobSummaryRow) => {
    for (const state of states) jobs.set({ name, state }, row[state])
    oldest.set({ name }, oldestWaiting ? Math.max(0, Date.now() - oldestWaiting.getTime()) / 1_000 : 0)
  }

  return async () => {
    const late = sleep(LIMIT_MS, null, { ref: false })
    const found = await Promise.race([readJobs(database).catch(() => null), late])
    jobs.reset()
    oldest.reset()
    up.set(found ? 1 : 0)
    workers.set(found?.workers ?? Number.NaN)
    for (const row of found?.rows ?? []) show(row)
  }
}

function readJobs(database: Database) {
  return transact(
    database,
    async (transaction) => {
      await limitStatements(transaction, '1s')
      return { rows: await summarizeJobs(transaction), workers: await countWorkers(transaction) }
    },
    LIMIT_MS,
  )
}
