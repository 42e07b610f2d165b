import type { ReactNode } from 'react'

interface AroundProps {
  /** The sentence around what it is given. */
  sentence: (inner: string) => string
  children: ReactNode
}

/** A sentence with an element in it, such as a link, wherever the language has its place. */
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

/** No name has it. */
const PLACE = '\u0000'
