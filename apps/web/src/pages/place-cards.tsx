import type { Place } from '@media-library/client'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { Cover } from '../pictures/cover.js'
import { LongList } from '../ui/lists/long-list.js'
import cards from '../ui/page/cards.module.css'

/** Places, each with a cover, which lead to all that was taken there. */
export function PlaceCards({ name, places }: { name: string; places: readonly Place[] }) {
  return (
    <LongList
      name={name}
      className={cards['cards']}
      items={places}
      toKey={({ name, admin1name, admin2name }) => JSON.stringify([name, admin1name, admin2name])}
    >
      {({ name: city, admin1name: state, admin2name: country, count, coverId }) => (
        <Link to="/search" search={{ city, state, country }} className={cards['card']}>
          <Cover id={coverId} updatedAt="" />
          <strong className="two-lines">{city}</strong>
          <span className="quiet">{[country, messages.items(count)].filter(Boolean).join(' · ')}</span>
        </Link>
      )}
    </LongList>
  )
}
