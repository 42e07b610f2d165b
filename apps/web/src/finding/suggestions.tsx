import { messages } from '../language/messages.js'
import { Face } from '../people/face.js'
import { Cover } from '../pictures/cover.js'
import { Icon, type IconName } from '../ui/icon.js'
import type { Goal, GroupName, Suggestion } from './suggest.js'
import styles from './suggestions.module.css'

interface SuggestionsProps {
  id: string
  groups: { group: GroupName; suggestions: Suggestion[] }[]
  /** The position of the suggestion that Enter chooses; -1 for none. */
  active: number
  onChoose: (goal: Goal) => void
}

const icons: Record<GroupName, IconName> = {
  people: 'faces',
  places: 'pin',
  tags: 'tags',
  albums: 'albums',
  kinds: 'photos',
  years: 'calendar',
  cameras: 'camera',
}

/** What is suggested for the typed words, by kind. */
export function Suggestions({ id, groups, active, onChoose }: SuggestionsProps) {
  let passed = 0
  const count = groups.reduce((sum, { suggestions }) => sum + suggestions.length, 0)
  return (
    <>
      <p className="hidden" role="status">
        {count > 0 && messages.finding.suggestions(count)}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={messages.finding.suggested}
        className={styles['list']}
        hidden={count === 0}
      >
        {groups.map(({ group, suggestions }) => {
          const start = passed
          passed += suggestions.length
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className={styles['name']}>
                {messages.finding.groups[group]}
              </div>
              {suggestions.map(({ name, note, count, goal, ...pictured }, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={JSON.stringify(goal)}
                  ref={start + index === active ? scrollTo : undefined}
                  id={`${id}-${start + index}`}
                  role="option"
                  aria-selected={start + index === active}
                  className={styles['option']}
                  // The field keeps the focus until something is chosen.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(goal)}
                >
                  <Picture of={pictured} icon={icons[group]} />
                  <span className="two-lines">
                    {name || messages.untitled} {note && <small className="quiet">{note}</small>}
                  </span>
                  {count !== undefined && <small className="quiet">{messages.items(count)}</small>}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </>
  )
}

function Picture({ of: { coverId, person }, icon }: { of: Pick<Suggestion, 'coverId' | 'person'>; icon: IconName }) {
  if (person) return <Face person={person} />
  return coverId ? <Cover id={coverId} updatedAt="" /> : <Icon name={icon} />
}

function scrollTo(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
