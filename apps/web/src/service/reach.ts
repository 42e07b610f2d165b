import { useQuery } from '@tanstack/react-query'
import { useService } from './service.js'

/** The host names of this machine, at which no other one finds the service. */
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Returns the address at which other devices open the page; null if none is known, and undefined until that is clear. */
export function useReach(): string | null | undefined {
  const { queries } = useService()
  const isHere = LOOPBACK.test(location.hostname)
  const { data, isPending } = useQuery({ ...queries.serverConfig(), enabled: isHere })
  if (!isHere) return location.origin
  return isPending ? undefined : data?.externalDomain || null
}
