import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { formats, messages } from '../../language/messages.js'
import { useService } from '../../service/service.js'
import { IconButton } from '../../ui/button.js'
import failure from '../../ui/notices/failure.module.css'
import header from '../../ui/page/header.module.css'
import progress from '../../ui/progress.module.css'
import type { UploadState } from '../state.js'
import type { Uploads } from '../uploads.js'
import { toSummary } from '../words.js'
import { Announcement } from './announcement.js'
import { Chooser } from './chooser.js'
import { FileList } from './file-list.js'
import styles from './panel.module.css'

/** The progress of the upload, the refused files, and those that an earlier page did not send. */
export function UploadPanel({ uploads, albumId }: { uploads: Uploads; albumId: string | undefined }) {
  const state = useSelector(uploads.state)
  // The banner of the page tells of an outage already.
  const isOut = useSelector(useService().outage, (outage) => outage.isOut)
  const { phase, words, left, duplicates, refused, retriable } = state
  const isRunning = phase === 'sending' || phase === 'waiting'
  // Hiding the panel keeps the names for later.
  const [isHidden, setHidden] = useState(false)
  if (phase === 'none' && (left.length === 0 || isHidden)) return null
  return (
    <section className={styles['uploads']} aria-label={messages.uploads.label}>
      <div className={styles['heading']}>
        <h2>{toTitle(state)}</h2>
        {isRunning && (
          <button type="button" onClick={uploads.stop}>
            {messages.uploads.stop}
          </button>
        )}
        {retriable > 0 && phase === 'ended' && (
          <button type="button" className="primary" onClick={uploads.retry}>
            {state.ended < state.files ? messages.uploads.goOn : messages.verbs.tryAgain}
          </button>
        )}
        {phase === 'none' && (
          <IconButton icon="close" label={messages.uploads.notNow} onClick={() => setHidden(true)} />
        )}
        {phase === 'ended' && <IconButton icon="close" label={messages.uploads.close} onClick={uploads.close} />}
      </div>
      {phase !== 'none' && <Progress {...state} />}
      {words && !(isOut && phase === 'waiting') && (
        <div className={failure['failure']}>
          <strong>{words.title}</strong>
          <p>{words.detail}</p>
        </div>
      )}
      <FileList title={messages.uploads.refused(refused.count)} files={refused} isOpen />
      <FileList title={messages.uploads.known(duplicates.count)} files={duplicates} />
      {left.length > 0 && !isRunning && <Left names={left} onForget={uploads.forget} albumId={albumId} />}
      <Announcement text={toSummary(state)} isRunning={isRunning} />
    </section>
  )
}

function toTitle({ phase, uploaded, ended, files }: UploadState) {
  const { phases, stopped, nothingAdded } = messages.uploads
  if (phase !== 'ended') return phases[phase]
  if (ended < files) return stopped
  return uploaded === 0 ? nothingAdded : phases.ended
}

function Progress({ ended, files, bytes, sent, hashed, phase, uploaded }: UploadState) {
  if (phase === 'ended' && ended === files) return uploaded > 0 && <p>{messages.uploads.added(uploaded)}</p>
  return (
    <label className={progress['running']}>
      <span>
        {messages.uploads.progress(ended, files, formats.bytes(sent), formats.bytes(bytes))}
        {phase === 'sending' && hashed > sent && sent === 0 && messages.uploads.comparing}
      </span>
      <progress value={sent} max={Math.max(1, bytes)} />
    </label>
  )
}

function Left({
  names,
  albumId,
  onForget,
}: {
  names: readonly string[]
  albumId: string | undefined
  onForget: () => void
}) {
  const firsts = names.slice(0, 3).join(', ')
  return (
    <div className={styles['left']}>
      <p>
        {messages.uploads.left(names.length)}: {firsts}
        {names.length > 3 && ' …'}
      </p>
      <p className="quiet">{messages.uploads.chooseAgain}</p>
      <div className={header['actions']}>
        <Chooser albumId={albumId}>{messages.verbs.chooseFiles}</Chooser>
        <Chooser albumId={albumId} folder>
          {messages.verbs.chooseFolder}
        </Chooser>
        <button type="button" onClick={onForget}>
          {messages.uploads.forget}
        </button>
      </div>
    </div>
  )
}
