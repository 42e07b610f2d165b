import { useMutation, useQuery } from '@tanstack/react-query'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { forgetLeft } from '../uploads/remembered.js'

/** Ends the session of this browser, and leaves nothing of the library in it. */
export function useSignOut() {
  const { client, queries, queryClient, notify } = useService()
  const { data: me } = useQuery(queries.me())
  return useMutation({
    mutationFn: () => client.logout(),
    onSuccess: ({ redirectUri }) => {
      queryClient.clear()
      if (me) forgetLeft(me.id)
      // Nothing of the library stays in the memory of the page.
      location.assign(redirectUri)
    },
    onError: (error) => notify(<Failure error={error} />, { isFailure: true }),
  })
}
