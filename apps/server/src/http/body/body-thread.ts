import { parentPort } from 'node:worker_threads'
import { served } from '@media-library/contract'
import type { ZodType } from 'zod'
import { type Judgement, judgeBody } from './judge-body.js'
import { type Packed, pack } from './packed-lists.js'

/** A body and its operation. */
export interface BodyToJudge {
  operation: keyof typeof served
  bytes: Uint8Array
}

/** The packed judgement of a body. */
export type PackedJudgement = Exclude<Judgement, { value: unknown }> | { packed: Packed }

parentPort?.on('message', ({ operation, bytes }: BodyToJudge) => {
  const { body } = served[operation] as { body: ZodType }
  const judgement = judgeBody(bytes, body)
  const answer: PackedJudgement = 'value' in judgement ? { packed: pack(judgement.value, body) } : judgement
  parentPort?.postMessage(answer)
})
