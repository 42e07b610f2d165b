import type { ServerContext } from '../../context.js'
import { ProblemError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { answerFile, describe, type Exchange, type SentFile } from './answer-file.js'

/** The seconds for which a redirect may be kept, which is shorter than a signed address is valid. */
const REDIRECT_SECONDS = 600

/** Answers with a file as `answerFile` does, or with a redirect to the bucket's store when that is configured. */
export async function answerFromStore(
  { config: { sending }, logger }: Pick<ServerContext, 'config' | 'logger'>,
  { as = 'inline', ...rest }: Omit<Exchange, 'as' | 'by'> & Partial<Pick<Exchange, 'as'>>,
  sent: SentFile,
): Promise<Awaited<ReturnType<typeof answerFile>> | { status: 302; body: undefined }> {
  // A signed address outlives the link of a visitor.
  if (rest.isVisit) return answerFile({ ...rest, as, by: 'stream' }, sent)
  const exchange = { ...rest, as, by: sending.folders }
  if (sending.bucket === 'stream') return answerFile(exchange, sent)
  const address = await sent.sign(describe(sent, exchange)).catch(async (error) => {
    await sent.file.close()
    throw toStoreProblem(logger, error)
  })
  if (address === null) return answerFile(exchange, sent)
  await sent.file.close()
  rest.res.set({ Location: address, 'Cache-Control': `private, max-age=${REDIRECT_SECONDS}` })
  return { status: 302, body: undefined }
}

/** Logs why files of a store cannot be read, and returns the problem for the answer. */
export function toStoreProblem(logger: Logger, error: unknown): ProblemError {
  logger.error({ err: error }, 'a file of the store cannot be read')
  const headers = { 'Retry-After': '5' }
  return new ProblemError('unavailable', 'The files of the store cannot be read at the moment.', { headers })
}
