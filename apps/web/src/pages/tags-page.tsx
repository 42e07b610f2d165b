import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useService } from '../service/service.js'
import chips from '../ui/chips.module.css'
import { Icon } from '../ui/icon.js'
import page from '../ui/page.module.css'
import { ReadFailure } from '../ui/read-failure.js'
import { useTitle } from '../ui/title.js'

/** The tags of the caller, by name. */
export function TagsPage() {
  const { queries } = useService()
  useTitle('Tags')
  const { data: tags, error, refetch } = useQuery(queries.tags())
  if (error) return <ReadFailure error={error} onRetry={refetch} />
  if (!tags) return <div className="loading" role="status" aria-label="Loading the tags" />
  return (
    <div className={page['page']}>
      <h1>Tags</h1>
      {tags.length === 0 && (
        <p className="quiet">
          There are no tags yet. Those of the files are taken when they are added. Select some photos to tag them.
        </p>
      )}
      <ul className={chips['chips']}>
        {tags.map(({ id, name }) => (
          <li key={id}>
            <Link to="/tags/$tagId" params={{ tagId: id }}>
              <Icon name="tags" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
