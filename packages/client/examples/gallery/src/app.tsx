import { type Client, isProblem } from '@media-library/client'
import { type createQueries, followEvents } from '@media-library/client/tanstack'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Gallery } from './gallery'
import { SignIn } from './sign-in'

export interface Library {
  client: Client
  queries: ReturnType<typeof createQueries>
}

/** The tags of the user who is signed in, and the photos of the chosen one. */
export function App({ client, queries }: Library) {
  const tags = useQuery(queries.tags())
  const [tagId, choose] = useState<string>()
  const [fault, setFault] = useState('')
  const queryClient = useQueryClient()
  const isSignedIn = tags.isSuccess
  useEffect(() => {
    if (!isSignedIn) return
    const stop = new AbortController()
    followEvents(client, queryClient, { signal: stop.signal }).catch((error) => {
      if (!stop.signal.aborted) setFault(error.message)
    })
    return () => stop.abort()
  }, [client, queryClient, isSignedIn])
  if (isProblem(tags.error, 'unauthenticated')) return <SignIn onEnd={() => tags.refetch()} />
  if (tags.error) return <p role="alert">{tags.error.message}</p>

  return (
    <>
      <nav>
        {tags.data?.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => choose(id)}>
            {name}
          </button>
        ))}
      </nav>
      {fault && <p role="alert">{fault}</p>}
      {tagId && <Gallery client={client} queries={queries} tagId={tagId} />}
    </>
  )
}
