/** One event of a trace of Chromium. Times are in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  /** The part of `dur` in which the thread had a processor. */
  tdur?: number
  pid: number
  tid: number
  args: { name?: string; hasPartialUpdate?: boolean }
}

export interface Findings {
  longestTaskMs: number
  /** The longest task, without the time in which other programs had the processor. */
  longestCpuMs: number
  longTasks: number
  frames: number
  lateFrames: number
  partialFrames: number
}

const LONG_TASK_MS = 50

/** Finds the long tasks of the main threads of pages, and the frames that were dropped. */
export function judge(events: TraceEvent[]): Findings {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const mainThreads = new Set(threads.map(toThread))
  const ran = events.filter((event) => event.name === 'RunTask' && mainThreads.has(toThread(event)))
  const tasks = ran.map(({ dur = 0 }) => dur / 1000)
  const frames = events.filter(({ name }) => name === 'BeginFrame').length
  const dropped = events.filter(({ name }) => name === 'DroppedFrame')
  const partial = dropped.filter(({ args }) => args.hasPartialUpdate).length
  return {
    longestTaskMs: tasks.reduce((most, task) => Math.max(most, task), 0),
    longestCpuMs: ran.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0),
    longTasks: tasks.filter((task) => task > LONG_TASK_MS).length,
    frames,
    lateFrames: (dropped.length - partial) / Math.max(1, frames),
    partialFrames: partial / Math.max(1, frames),
  }
}

function toThread({ pid, tid }: TraceEvent) {
  return `${pid} ${tid}`
}
