import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isPassing } from '../service/outage.js'
import { useService } from '../service/service.js'
import type { Picture } from './picture.js'
import { picturesIn, picturesQuery, type Section, toBuckets, type WallFilter } from './section.js'

/** Reads the pictures of sections. The pictures of a section are undefined until they are loaded. */
export function usePictures(sections: Section[], filter: WallFilter, enabled = true) {
  const { queries } = useService()
  const buckets = useMemo(() => toBuckets(sections), [sections])
  const { read, error, retry } = useQueries({
    queries: buckets.map((bucket) => ({ ...picturesQuery(queries, filter, bucket), enabled })),
    combine,
  })
  const lists = useMemo(() => picturesIn(sections, buckets, read), [sections, buckets, read])
  return { lists, error, retry }
}

function combine(results: UseQueryResult<Picture[]>[]) {
  const failed = results.filter(({ isError, error }) => isError && !isPassing(error))
  return {
    read: results.map(({ data }) => data),
    error: failed[0]?.error ?? null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
