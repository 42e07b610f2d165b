import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { isEmpty, type Part } from './asked.js'

/** What was looked for in vain, and what to try: first, what there is without one of its parts. */
export function NothingFound({ parts, hasWords }: { parts: readonly Part[]; hasWords: boolean }) {
  const { finding } = messages
  return (
    <>
      <p>{finding.nothing(parts.map(({ label }) => label))}</p>
      <ul>
        {parts.map((part, index) => (
          <Without key={`${index} ${part.label}`} part={part} />
        ))}
        {hasWords && <li>{finding.checkSpelling}</li>}
        <li>{finding.notSearched}</li>
      </ul>
    </>
  )
}

/** How much there is without a part, if anything. */
function Without({ part: { label, without } }: { part: Part }) {
  const { queries } = useService()
  const { data } = useInfiniteQuery({ ...queries.searchPages(without, { pageSize: 1 }), enabled: !isEmpty(without) })
  const total = data?.pages[0]?.total ?? 0
  if (total === 0) return null
  return (
    <li>
      <Link to="/search" search={without}>
        {messages.finding.without(messages.quoted(label), total)}
      </Link>
    </li>
  )
}
