import { BusyFault, CrashFault, FileFault, makeSquarePicture, TurnFault } from '@media-library/media'
import { v7 as uuidv7 } from 'uuid'
import type { Handler } from '../answers/handler.js'
import { ProblemError } from '../errors.js'
import { unauthenticated } from '../users/still-valid.js'
import { removePicture, replacePicture } from './picture.js'

/** The milliseconds in which a picture is made, also while others wait for the decoders. */
const LIMIT_MS = 60_000

export const createProfileImage: Handler<'createProfileImage'> = async ({ caller, req, res }, context) => {
  const { database, derived, uploads } = context
  const { id } = caller.user
  const begin = () => {
    if (req.get('expect')) res.writeContinue()
  }
  // Each picture has a key of its own, so that whoever reads the former one reads it to its end.
  const key = `profile/${id}/${uuidv7()}.jpeg`
  await uploads.lendPicture({ request: req, caller, begin }, (source) =>
    derived.replace([key], async ([target]) => {
      const signal = AbortSignal.timeout(LIMIT_MS)
      const square = { source, scratch: source.folder, target, signal, caller: { owner: id, isAlone: false } }
      await makeSquarePicture(square).catch((error) => {
        throw toPictureProblem(error)
      })
    }),
  )
  const former = await replacePicture(database, id, key)
  await removePicture(context, former ?? key)
  if (former === null) throw unauthenticated()
  return { status: 201, body: { profileImagePath: key, userId: id } }
}

function toPictureProblem(error: unknown): unknown {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  if (isLate || error instanceof TurnFault || error instanceof BusyFault) {
    const headers = { 'Retry-After': '5' }
    return new ProblemError('unavailable', 'Too many pictures are being made. Nothing was stored.', { headers })
  }
  if (!(error instanceof FileFault || error instanceof CrashFault)) return error
  return new ProblemError('not_media', `The file cannot be used: ${error.message}. Nothing was stored.`)
}
