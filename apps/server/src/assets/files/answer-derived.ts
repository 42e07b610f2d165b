import type { ServerContext } from '../../context.js'
import { answerFile, describe, type Exchange, type SentFile } from './answer-file.js'
import { toStoreProblem } from './store-problem.js'

/** Shorter than a signed address is valid. */
const REDIRECT_SECONDS = 600

/** Answers a file as answerFile does, or where the store of the bucket sends it from, when that is configured. */
export async function answerDerived(
  { config: { sending }, derived, logger }: Pick<ServerContext, 'config' | 'derived' | 'logger'>,
  { req, res }: Pick<Exchange, 'req' | 'res'>,
  sent: SentFile,
): Promise<Awaited<ReturnType<typeof answerFile>> | { status: 302; body: undefined }> {
  const exchange = { req, res, as: 'inline', by: sending.folders } as const
  if (sent.key === undefined || sending.bucket === 'stream') return answerFile(exchange, sent)
  const address = await derived.sign(sent.key, describe(sent, exchange)).catch(async (error) => {
    await sent.file.close()
    throw toStoreProblem(logger, error)
  })
  if (address === null) return answerFile(exchange, sent)
  await sent.file.close()
  res.set({ Location: address, 'Cache-Control': `private, max-age=${REDIRECT_SECONDS}` })
  return { status: 302, body: undefined }
}
