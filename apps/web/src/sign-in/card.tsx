import type { ReactNode } from 'react'
import { messages } from '../language/messages.js'
import styles from './sign-in.module.css'

/** The frame of the pages for people who are not signed in. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{messages.name}</h1>
        {children}
      </div>
    </main>
  )
}
