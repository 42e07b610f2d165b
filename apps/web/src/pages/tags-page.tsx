import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import chips from '../ui/chips.module.css'
import { Icon } from '../ui/icon.js'
import { Loading } from '../ui/loading.js'
import page from '../ui/page.module.css'
import { ReadFailure } from '../ui/read-failure.js'
import { useTitle } from '../ui/title.js'

/** The tags of the caller, by name. */
export function TagsPage() {
  const { queries } = useService()
  useTitle(messages.places.tags)
  const { data: tags, error, refetch } = useQuery(queries.tags())
  if (error) return <ReadFailure error={error} onRetry={refetch} />
  if (!tags) return <Loading />
  return (
    <div className={page['page']}>
      <h1>{messages.places.tags}</h1>
      {tags.length === 0 && <p className="quiet">{messages.tags.none}</p>}
      <ul className={chips['chips']}>
        {tags
          .toSorted((one, other) => formats.compare(one.name, other.name))
          .map(({ id, name }) => (
            <li key={id}>
              <Link to="/tags/$tagId" params={{ tagId: id }}>
                <Icon name="tags" />
                <span className="two-lines">{name}</span>
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
