import type { Handler } from '../answers/handler.js'
import { answerFile } from '../assets/files/answer-file.js'
import { openDerived, signing } from '../assets/files/derived.js'
import { toStoreProblem } from '../assets/files/elsewhere.js'
import { toFileName } from '../assets/files/file-names.js'
import { toExchange } from '../assets/files/serve-file.js'
import { ProblemError } from '../errors.js'
import { requireSeenUser } from '../users/get-users.js'

export const getProfileImage: Handler<'getProfileImage'> = async (
  { params: { id }, query: { v }, caller, endTurn, req, res },
  context,
) => {
  const { name, profileImagePath: key } = await requireSeenUser(context.database, caller, id)
  endTurn()
  const file = key === '' ? null : await openDerived(context, key)
  if (file === null) throw new ProblemError('not_found', 'This user has no picture.')
  return answerFile(
    { ...toExchange(context, { req, res, caller }), as: 'inline', by: 'stream' },
    {
      file,
      sign: signing(context, key),
      type: 'image/jpeg',
      name: toFileName(`${name}.jpeg`, 'jpeg'),
      isNamed: v === key,
      changes: true,
      toProblem: (error) => toStoreProblem(context.logger, error),
    },
  )
}
