import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { acquireWhileConnected } from '../../admission/acquire-for.js'
import { admission, RETRY_LARGE_S, VALIDATION_LIMIT_MS } from '../../admission/admission.js'
import { ProblemError } from '../../errors.js'
import { startThread } from '../../process/thread.js'
import type { BodyValidation } from './validate-body.js'
import type { BodyToValidate, Packed, PackedValidation } from './validation-thread.js'

const MEMORY_MB = 1_024

let thread: Worker | null = null

const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }

/**
 * Checks a body in a separate thread, so that other requests continue. Callers take turns. The bytes are transferred to the
 * thread. Throws `unavailable` when the wait or the check takes too long.
 */
export async function validateInThread(
  response: ServerResponse,
  caller: string,
  body: BodyToValidate,
): Promise<BodyValidation> {
  const end = await acquireWhileConnected(response, admission.bodyValidation, caller)
  try {
    thread ??= start()
    const answer = await ask(thread, body)
    return 'packed' in answer ? { value: await unpack(answer.packed) } : answer
  } finally {
    end()
  }
}

function start(): Worker {
  const started = startThread(import.meta.url, 'validation-thread', { resourceLimits })
  started.once('exit', () => {
    if (thread === started) thread = null
  })
  return started
}

function ask(validator: Worker, body: BodyToValidate) {
  return new Promise<PackedValidation>((resolve, reject) => {
    const end = () => {
      clearTimeout(limit)
      validator.off('message', onAnswer).off('exit', onExit)
    }
    const onAnswer = (answer: PackedValidation) => {
      end()
      resolve(answer)
    }
    const onExit = () => {
      end()
      reject(notValidated())
    }
    const limit = setTimeout(() => void validator.terminate(), VALIDATION_LIMIT_MS)
    validator.on('message', onAnswer).on('exit', onExit)
    validator.postMessage(body, [body.bytes.buffer as ArrayBuffer])
  })
}

function notValidated() {
  return new ProblemError('unavailable', 'The body could not be read in time.', {
    headers: { 'Retry-After': String(RETRY_LARGE_S) },
  })
}

/** Restores a packed body. Other requests continue meanwhile. */
async function unpack({ ids, parts, others }: Packed): Promise<unknown> {
  const lists: Record<string, unknown[]> = {}
  for (const [name, list] of Object.entries(ids)) {
    lists[name] = list.split(',')
    await setImmediate()
  }
  for (const [name, texts] of Object.entries(parts)) {
    const list: unknown[] = []
    for (const text of texts) {
      list.push(...JSON.parse(text))
      await setImmediate()
    }
    lists[name] = list
  }
  return Object.keys(lists).length === 0 ? others : { ...(others as object), ...lists }
}
