import { useQuery } from '@tanstack/react-query'
import { useService } from '../service/service.js'
import header from '../ui/header.module.css'
import page from '../ui/page.module.css'
import { Chooser } from '../uploads/shown/chooser.js'

/** A library without pictures: how they get in. */
export function Empty() {
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  return (
    <div className={page['message']}>
      <h1>No photos yet</h1>
      <p>Drop photos or folders here, or choose them:</p>
      <div className={header['actions']}>
        <Chooser className="primary">Choose photos</Chooser>
        <Chooser folder>Choose a folder</Chooser>
      </div>
      <p>Or import a folder on the computer where the service runs. The photos stay where they are.</p>
      <pre>
        <code>npx --yes pnpm@10 media-library import ~/Pictures --user {me?.email ?? 'you@example.org'}</code>
      </pre>
      <p className="quiet">
        Then come back to this page. Where the service is a package, the command begins with npx media-library.
      </p>
    </div>
  )
}
