import { fork } from 'node:child_process'

/** Starts a program that gets one message and sends one back, and gives that. Rejects when it ends without. */
export const askProcess = <Answer>(program: URL, question: object, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { signal, killSignal: 'SIGKILL' })
    child.on('message', (answer) => resolve(answer as Answer))
    child.on('error', reject)
    child.on('exit', (code, by) => reject(new Error(`${program.pathname} ended with ${code ?? by}`)))
    child.send(question)
  })

/** Answers the one message that `askProcess` sends to this program. */
export const answerProcess = <Question>(answer: (question: Question) => Promise<object>): void => {
  process.once('message', async (question) => {
    process.send?.(await answer(question as Question), () => process.disconnect())
  })
}
