import { useState } from 'react'
import { messages } from '../language/messages.js'
import { Check } from '../ui/fields/check.js'
import { TextField } from '../ui/fields/text-field.js'

/** The shortest password that the service accepts. */
const SHORTEST_PASSWORD = 8

/** Asks once for a password that is not stored yet, and can show it. */
export function NewPasswordField({ label, name }: { label: string; name: string }) {
  const [isShown, setShown] = useState(false)
  const { signIn } = messages
  return (
    <>
      <TextField
        label={label}
        hint={signIn.passwordHint(SHORTEST_PASSWORD)}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        minLength={SHORTEST_PASSWORD}
        maxLength={256}
        required
      />
      <Check label={signIn.showPassword} checked={isShown} onChange={() => setShown(!isShown)} />
    </>
  )
}
