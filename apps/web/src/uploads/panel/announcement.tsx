import { useEffect, useRef, useState } from 'react'

/** The interval in milliseconds at which a screen reader reads out the progress. */
const EVERY_MS = 20_000

/** Announces the progress of the upload to screen readers: its start and end, and at intervals. */
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
