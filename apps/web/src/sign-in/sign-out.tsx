import { useMutation, useQuery } from '@tanstack/react-query'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { forgetLeft } from '../uploads/remembered.js'

/** Returns a function that ends the session of this browser, and removes everything of the library from it. */
export function useSignOut() {
  const { client, queries, queryClient, notify } = useService()
  const { data: me } = useQuery(queries.me())
  return useMutation({
    mutationFn: () => client.logout(),
    onSuccess: ({ redirectUri }) => {
      queryClient.clear()
      if (me) forgetLeft(me.id)
      // A new page has nothing of the library in memory.
      location.assign(redirectUri)
    },
    onError: (error) => notify(<Failure error={error} />, { isFailure: true }),
  })
}
