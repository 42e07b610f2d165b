import type { InputHTMLAttributes } from 'react'
import styles from './check.module.css'

/** A check box with its label. */
export function Check({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}
