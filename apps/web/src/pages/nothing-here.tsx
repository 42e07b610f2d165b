import { Link } from '@tanstack/react-router'
import page from '../ui/page.module.css'

/** An address that leads nowhere. */
export function NothingHere() {
  return (
    <main className={page['message']}>
      <h1>There is nothing here</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <p>
        <Link to="/">All photos</Link>
      </p>
    </main>
  )
}
