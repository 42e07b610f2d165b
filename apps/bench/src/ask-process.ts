import { fork } from 'node:child_process'

/** A program that answers questions, one at a time. */
export interface AnsweringProcess {
  /** Rejects with the error of the program, or when it ends without an answer. */
  ask<Answer>(question: object): Promise<Answer>
  close(): void
}

type Reply = { answer: unknown } | { error: string }

/** Starts a program that answers with `answerProcess`. */
export function startAsking(program: URL, signal: AbortSignal): AnsweringProcess {
  const child = fork(program, { signal, killSignal: 'SIGKILL' })
  const ended = new Promise<never>((_resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, by) => reject(new Error(`${program.pathname} ended with ${code ?? by}`)))
  })
  // The process may exit while nobody awaits it.
  ended.catch(() => {})
  return {
    ask: <Answer>(question: object) => {
      const answered = new Promise<Answer>((resolve, reject) => {
        child.once('message', (reply: Reply) =>
          'error' in reply ? reject(new Error(reply.error)) : resolve(reply.answer as Answer),
        )
      })
      child.send(question)
      return Promise.race([answered, ended])
    },
    close: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** Starts a program that receives one message and returns its answer. Rejects when it ends without one. */
export async function askProcess<Answer>(program: URL, question: object, signal: AbortSignal): Promise<Answer> {
  const asked = startAsking(program, signal)
  try {
    return await asked.ask<Answer>(question)
  } finally {
    asked.close()
  }
}

/** Answers the messages that `startAsking` sends to this program, which ends once its parent has disconnected. */
export function answerProcess<Question>(answer: (question: Question) => Promise<object>): void {
  process.on('message', async (question) => {
    const reply = await answer(question as Question).then(
      (given): Reply => ({ answer: given }),
      (error: Error): Reply => ({ error: error.message }),
    )
    process.send?.(reply)
  })
}
