import type { ReactNode } from 'react'

interface AroundProps {
  /** Returns the sentence around the given text. */
  sentence: (inner: string) => string
  children: ReactNode
}

/** A sentence with an element in it, such as a link, at the position that the language gives it. */
export function Around({ sentence, children }: AroundProps) {
  const [before, after] = sentence(PLACE).split(PLACE)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}

/** A character that no name contains. */
const PLACE = '\u0000'
