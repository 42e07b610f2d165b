import { useEffect, useRef, useState } from 'react'

/** How often somebody who listens is told how far it is. */
const EVERY_MS = 20_000

/** Tells those who listen to the page how the upload goes: at its start and end, and now and then. */
export function Announcement({ text, isRunning }: { text: string; isRunning: boolean }) {
  const current = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    current.current = text
  }, [text])
  useEffect(() => {
    const say = () => setSaid(current.current)
    say()
    if (!isRunning) return
    const timer = setInterval(say, EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <p className="hidden" role="status">
      {isRunning ? said : text}
    </p>
  )
}
