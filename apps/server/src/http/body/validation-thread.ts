import { parentPort } from 'node:worker_threads'
import { api } from '@media-library/contract'
import type { ZodType } from 'zod'
import { type Packed, pack } from './packed-lists.js'
import { type BodyValidation, validateBody } from './validate-body.js'

/** A body and its operation. */
export interface BodyToValidate {
  operation: keyof typeof api
  bytes: Uint8Array
}

/** The packed validation of a body. */
export type PackedValidation = Exclude<BodyValidation, { value: unknown }> | { packed: Packed }

parentPort?.on('message', ({ operation, bytes }: BodyToValidate) => {
  const { body } = api[operation] as { body: ZodType }
  const validation = validateBody(bytes, body)
  const answer: PackedValidation = 'value' in validation ? { packed: pack(validation.value, body) } : validation
  parentPort?.postMessage(answer)
})
