import { type InputHTMLAttributes, useId } from 'react'

/** An input with its label, and a hint below it. */
export function TextField({
  label,
  hint,
  ...input
}: { label: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hint && `${id}hint`} {...input} />
      {hint && (
        <small id={`${id}hint`} className="quiet">
          {hint}
        </small>
      )}
    </>
  )
}
