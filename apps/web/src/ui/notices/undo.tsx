import { messages } from '../../language/messages.js'
import type { Service } from '../../service/service.js'
import { Failure } from './failure.js'
import styles from './undo.module.css'

/** Shows what was done, with a button that undoes it. */
export function offerUndo({ notify }: Service, words: string, undo: () => Promise<unknown>): void {
  const takeBack = async () => {
    close()
    try {
      await undo()
    } catch (error) {
      notify(<Failure error={error} />, { isFailure: true })
    }
  }
  const close = notify(
    <span className={styles['undo']}>
      {words}
      <button type="button" onClick={() => void takeBack()}>
        {messages.verbs.undo}
      </button>
    </span>,
  )
}
