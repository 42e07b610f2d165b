import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { IconButton } from '../../ui/button.js'
import { bytesOf } from '../../ui/bytes-of.js'
import failure from '../../ui/failure.module.css'
import header from '../../ui/header.module.css'
import progress from '../../ui/progress.module.css'
import type { UploadState } from '../state.js'
import type { Uploads } from '../uploads.js'
import { countOf, summaryOf } from '../words.js'
import { Announcement } from './announcement.js'
import { Chooser } from './chooser.js'
import { Listed } from './listed.js'
import styles from './panel.module.css'

const titles = { none: 'Not added yet', sending: 'Adding', waiting: 'Waiting', ended: 'Added' }

/** How the upload goes, what it refused, and what an earlier page left unsent. */
export function UploadPanel({ uploads, albumId }: { uploads: Uploads; albumId: string | undefined }) {
  const state = useSelector(uploads.state)
  const { phase, words, left, duplicates, refused, retriable } = state
  const isRunning = phase === 'sending' || phase === 'waiting'
  // The names stay for another time.
  const [isHidden, setHidden] = useState(false)
  if (phase === 'none' && (left.length === 0 || isHidden)) return null
  return (
    <section className={styles['uploads']} aria-label="Uploads">
      <div className={styles['heading']}>
        <h2>{titleOf(state)}</h2>
        {isRunning && (
          <button type="button" onClick={uploads.stop}>
            Stop
          </button>
        )}
        {retriable > 0 && phase === 'ended' && (
          <button type="button" className="primary" onClick={uploads.retry}>
            {state.ended < state.files ? 'Go on' : 'Try again'}
          </button>
        )}
        {phase === 'none' && <IconButton icon="close" label="Not now" onClick={() => setHidden(true)} />}
        {phase === 'ended' && <IconButton icon="close" label="Close the uploads" onClick={uploads.close} />}
      </div>
      {phase !== 'none' && <Progress {...state} />}
      {words && (
        <div className={failure['failure']}>
          <strong>{words.title}</strong>
          <p>{words.detail}</p>
        </div>
      )}
      <Listed title={`${countOf(refused.count)} not added`} files={refused} isOpen />
      <Listed title={`${countOf(duplicates.count)} already in the library`} files={duplicates} />
      {left.length > 0 && !isRunning && <Left names={left} onForget={uploads.forget} albumId={albumId} />}
      <Announcement text={summaryOf(state)} isRunning={isRunning} />
    </section>
  )
}

function titleOf({ phase, uploaded, ended, files }: UploadState) {
  if (phase !== 'ended') return titles[phase]
  if (ended < files) return 'Stopped'
  return uploaded === 0 ? 'Nothing added' : titles.ended
}

function Progress({ ended, files, bytes, sent, hashed, phase, uploaded }: UploadState) {
  if (phase === 'ended' && ended === files) return uploaded > 0 && <p>{countOf(uploaded)} added</p>
  return (
    <label className={progress['running']}>
      <span>
        {ended.toLocaleString()} of {countOf(files)}, {bytesOf(sent)} of {bytesOf(bytes)}
        {phase === 'sending' && hashed > sent && sent === 0 && '; comparing with the library…'}
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
        {countOf(names.length)} {names.length === 1 ? 'was' : 'were'} not sent when this page was left: {firsts}
        {names.length > 3 && ' …'}
      </p>
      <p className="quiet">
        Choose or drop the same files or folder again. What is in the library already is not sent twice.
      </p>
      <div className={header['actions']}>
        <Chooser albumId={albumId}>Choose files</Chooser>
        <Chooser albumId={albumId} folder>
          Choose a folder
        </Chooser>
        <button type="button" onClick={onForget}>
          Forget them
        </button>
      </div>
    </div>
  )
}
