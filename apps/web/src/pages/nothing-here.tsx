import { Link } from '@tanstack/react-router'

/** An address that leads nowhere. */
export function NothingHere() {
  return (
    <main className="message">
      <h1>There is nothing here</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <p>
        <Link to="/">All photos</Link>
      </p>
    </main>
  )
}
