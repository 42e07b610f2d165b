import { type TextareaHTMLAttributes, useId } from 'react'
import styles from './text-area.module.css'

/** The length limit in the contract. */
const LONGEST = 10_000

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
}

/** A text of several lines, such as a description, with its label. */
export function TextArea({ label, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className={styles['area']} maxLength={LONGEST} {...rest} />
    </>
  )
}
