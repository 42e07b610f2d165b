import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import page from '../ui/page/page.module.css'

/** The page for an unknown address. */
export function NothingHere() {
  return (
    <main className={page['message']}>
      <h1>{messages.nowhere.title}</h1>
      <p>{messages.nowhere.detail}</p>
      <p>
        <Link to="/">{messages.nowhere.home}</Link>
      </p>
    </main>
  )
}
