import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useThumbnailFault } from '../pictures/use-thumbnail-fault.js'
import { useService } from '../service/service.js'
import { Reason } from '../ui/reason.js'
import styles from './light-box.module.css'

/** The place of a picture that cannot be shown: why, what to do, and its file. */
export function NoPreview({ picture }: { picture: Picture }) {
  const { client } = useService()
  const fault = useThumbnailFault(picture)
  const { fault: what, toDo } = messages.jobs.of['regenerate-thumbnail']
  return (
    <div className={styles['no-picture']}>
      {fault ? (
        <>
          <p>
            {picture.name}: {what}
          </p>
          <Reason reason={fault.reason} />
          <p>{toDo}</p>
          <Link to="/jobs" search={{}}>
            {messages.jobs.failed}
          </Link>
        </>
      ) : (
        <p>{picture.type === 'OTHER' ? picture.name : messages.lightBox.noPreview(picture.name)}</p>
      )}
      <a href={client.downloadUrl(picture)} download={picture.name}>
        {messages.verbs.downloadFile}
      </a>
    </div>
  )
}
