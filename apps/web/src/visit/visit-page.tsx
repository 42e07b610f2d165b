import { isProblem, type SharedLink } from '@media-library/client'
import { QueryClientProvider, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { download } from '../downloads/download.js'
import { messages } from '../language/messages.js'
import { daysQuery } from '../pictures/section.js'
import { createSelection, SelectionContext } from '../selection/selection.js'
import { findFault } from '../service/outage.js'
import { createService, type Service, ServiceContext, useService } from '../service/service.js'
import signIn from '../sign-in/sign-in.module.css'
import { Icon } from '../ui/icon.js'
import { Failure } from '../ui/notices/failure.js'
import { Notices } from '../ui/notices/notices.js'
import header from '../ui/page/header.module.css'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'
import { AddPhotos } from './add-photos.js'
import styles from './visit-page.module.css'

/** The page of a link for people without an account: its pictures, and nothing else of the library. */
export function VisitPage() {
  const { key } = useParams({ from: '/share/$key' })
  return <Visit key={key} shareKey={key} />
}

function Visit({ shareKey }: { shareKey: string }) {
  const { clientOf } = useService()
  const [service] = useState(() => createService(clientOf(shareKey)))
  return (
    <ServiceContext value={service}>
      <QueryClientProvider client={service.queryClient}>
        <Opened />
        <Notices />
      </QueryClientProvider>
    </ServiceContext>
  )
}

/** A visitor's answers are not those of a user: their keys are apart. */
function linkQuery({ client }: Service) {
  return queryOptions({
    queryKey: ['visit'],
    queryFn: ({ signal }) => client.getMySharedLink({}, { signal }),
    // Whoever returns to the page later may find that the link was taken back.
    refetchOnWindowFocus: 'always',
  })
}

function Opened() {
  const service = useService()
  const { data: link, error, refetch } = useQuery(linkQuery(service))
  const fault = isProblem(error, 'password_needed') ? error : findFault({ data: link, error })
  if (isProblem(fault, 'password_needed')) return <Password />
  if (isProblem(fault, 'not_found')) return <Ended />
  if (fault) return <ReadFailure error={fault} onRetry={refetch} />
  return link ? <Shown link={link} /> : <Loading />
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  useTitle(title)
  return (
    <main className={signIn['page']}>
      <div className={signIn['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

function Ended() {
  return (
    <Card title={messages.visit.ended}>
      <p>{messages.visit.endedMeans}</p>
    </Card>
  )
}

function Password() {
  const service = useService()
  const { client, queryClient } = service
  const open = useMutation({
    mutationFn: (password: string) => client.getMySharedLink({ password }),
    onSuccess: (link) => queryClient.setQueryData(linkQuery(service).queryKey, link),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (typeof password === 'string' && password !== '') open.mutate(password)
  }
  return (
    <Card title={messages.visit.protected}>
      <form onSubmit={submit}>
        {open.error && <Failure error={open.error} />}
        <label htmlFor="password">{messages.visit.password}</label>
        <input id="password" name="password" type="password" autoComplete="off" maxLength={1_000} />
        <button type="submit" className="primary" disabled={open.isPending}>
          {messages.visit.open}
        </button>
      </form>
    </Card>
  )
}

/** A selection that stays empty. */
function createNoSelection() {
  const nothing = () => {}
  return { ...createSelection(), toggle: nothing, extendTo: nothing, toggleAll: nothing, selectAll: nothing }
}

function Shown({ link }: { link: SharedLink }) {
  const service = useService()
  const { queries } = service
  const visiting = useMemo(() => ({ ...service, visit: link }), [service, link])
  const [selection] = useState(createNoSelection)
  const albumId = link.album?.id
  const filter = useMemo(() => (albumId === undefined ? {} : { albumId }), [albumId])
  const days = useQuery(daysQuery(queries, filter))
  const title = link.album?.albumName || link.description || messages.places.photos
  useTitle(title)
  const fault = findFault(days)
  if (fault) return <ReadFailure error={fault} onRetry={days.refetch} />
  if (!days.data) return <Loading />
  const text = [link.album?.description, title === link.description ? '' : link.description].filter(Boolean).join('\n')
  const question = albumId === undefined ? { assetIds: link.assets.map(({ id }) => id) } : { albumId }
  return (
    <ServiceContext value={visiting}>
      <SelectionContext value={selection}>
        <main id="main" className={styles['page']}>
          <Wall name={`share ${link.id}`} sections={days.data} filter={filter}>
            <header className={header['header']}>
              <h1 className="two-lines">{title}</h1>
              {text && <p className="lines">{text}</p>}
              <p className="quiet">
                {[messages.items(link.assetCount), link.album && messages.albums.by(link.album.owner.name)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {(link.allowUpload || (link.allowDownload && link.assetCount > 0)) && (
                <div className={header['actions']}>
                  {link.allowUpload && <AddPhotos />}
                  {link.allowDownload && link.assetCount > 0 && (
                    <button type="button" onClick={() => void download(service, question, title)}>
                      <Icon name="download" /> {messages.verbs.download}
                    </button>
                  )}
                </div>
              )}
            </header>
          </Wall>
        </main>
      </SelectionContext>
    </ServiceContext>
  )
}
