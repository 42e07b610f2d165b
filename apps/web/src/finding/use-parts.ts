import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useService } from '../service/service.js'
import { type Asked, listParts, type Part } from './asked.js'

/** Lists the parts of what is asked for, with the names of people once they are read. */
export function useParts(asked: Asked): Part[] {
  const { queries } = useService()
  const enabled = asked.personIds !== undefined
  const { data } = useQuery({ ...queries.people({ withHidden: false }), enabled })
  return useMemo(() => listParts(asked, data?.people ?? []), [asked, data])
}
