import { readConfig } from '../config.js'
import { type OpenContext, openContext } from '../context.js'
import { Interrupted } from './interrupted.js'
import { stopSignal } from './stop-signal.js'

/** Runs an action on the library that the environment names, and closes it whatever happens. Throws `Interrupted`. */
export const withContext = async <Result>(action: (context: OpenContext) => Promise<Result>): Promise<Result> => {
  const interrupted = stopSignal()
  const context = await openContext(readConfig(process.env))
  try {
    return await Promise.race([
      action(context),
      interrupted.then((signal) => {
        throw new Interrupted(signal)
      }),
    ])
  } finally {
    await context.close()
  }
}
