import { useQuery } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { LinkRow } from './link-row.js'
import styles from './links.module.css'

/** All links of the caller; nothing when there are none. */
export function OwnLinks() {
  const { queries } = useService()
  const links = useQuery(queries.sharedLinks())
  if (links.error && !links.data) return <Failure error={links.error} onRetry={links.refetch} />
  if (!links.data || links.data.length === 0) return null
  return (
    <section aria-label={messages.links.title}>
      <h2>{messages.links.title}</h2>
      <div className={styles['rows']}>
        {links.data.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            name={link.album ? link.album.albumName || messages.untitled : messages.items(link.assetCount)}
          />
        ))}
      </div>
    </section>
  )
}
