import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { type Asked, join } from './asked.js'
import { adding, type Known, type Sources } from './suggest.js'

/** Reads what the library has to look for, once somebody looks. */
export function useSources(asked: Asked, enabled: boolean): Sources {
  const { queries } = useService()
  const { data: people } = useQuery({ ...queries.people({ withHidden: false }), enabled })
  const { data: places = none } = useQuery({ ...queries.places(), enabled })
  const { data: cities = none } = useQuery({ ...queries.searchSuggestions({ type: 'city' }), enabled })
  const { data: countries = none } = useQuery({ ...queries.searchSuggestions({ type: 'country' }), enabled })
  const { data: models = none } = useQuery({ ...queries.searchSuggestions({ type: 'camera-model' }), enabled })
  const { data: tags = none } = useQuery({ ...queries.tags(), enabled })
  const { data: own = none } = useQuery({ ...queries.albums(), enabled })
  const { data: shared = none } = useQuery({ ...queries.albums({ shared: true }), enabled })
  const { data: days = none } = useQuery({ ...queries.timeBuckets({ isArchived: false, size: 'DAY' }), enabled })

  return useMemo(() => {
    const toKnown = (name: string, filter: Asked): Known => ({ name, toGoal: adding(asked, filter) })
    const counted = new Set(places.map(({ name }) => name))
    const years = new Map<string, number>()
    for (const { timeBucket, count } of days) {
      const year = timeBucket.slice(0, 4)
      years.set(year, (years.get(year) ?? 0) + count)
    }
    const albums = new Map([...own, ...shared].map((album) => [album.id, album]))
    const { kinds, marked } = messages.finding
    const { personIds = [] } = asked
    return [
      {
        group: 'people',
        known: (people?.people ?? [])
          .filter(({ id }) => !personIds.includes(id))
          .map((person) => ({
            ...toKnown(person.name, { personIds: [...personIds, person.id] }),
            count: person.count,
            person,
          })),
      },
      {
        group: 'places',
        known: [
          ...places.map(({ name, admin1name: state, admin2name: country, count, coverId }) => ({
            ...toKnown(name, { city: name, state, country }),
            note: [state !== name && state, country].filter(Boolean).join(', '),
            count,
            coverId,
          })),
          ...cities.filter((city) => !counted.has(city)).map((city) => toKnown(city, { city })),
          ...countries.map((country) => toKnown(country, { city: undefined, state: undefined, country })),
        ],
      },
      {
        group: 'tags',
        known: tags.map(({ id, name }) => ({
          name,
          toGoal: (others) => (others.length > 0 ? null : { to: '/tags/$tagId', params: { tagId: id } }),
        })),
      },
      {
        group: 'albums',
        known: [...albums.values()].map(({ id, albumName, assetCount, albumThumbnailAssetId }) => ({
          name: albumName,
          count: assetCount,
          coverId: albumThumbnailAssetId ?? undefined,
          toGoal: (others) => (others.length > 0 ? null : { to: '/albums/$albumId', params: { albumId: id } }),
        })),
      },
      {
        group: 'kinds',
        known: [
          ...(['IMAGE', 'VIDEO', 'AUDIO'] as const).map((type) => toKnown(kinds[type], { type })),
          ...(['isFavorite', 'isMotion', 'isNotInAlbum'] as const).map((name) =>
            toKnown(marked[name], { [name]: true }),
          ),
        ],
      },
      {
        group: 'years',
        known: [...years].map(([name, count]) => ({
          name,
          count,
          toGoal: (others) => ({ to: '/search', search: { ...asked, q: join([...others, name]) } }),
        })),
      },
      { group: 'cameras', known: models.map((model) => toKnown(model, { make: undefined, model })) },
    ] satisfies Sources
  }, [asked, people, places, cities, countries, models, tags, own, shared, days])
}

const none: never[] = []
