import { messages } from '../language/messages.js'
import { TextField } from '../ui/fields/text-field.js'

/** The shortest password that the service accepts. */
const SHORTEST_PASSWORD = 8

/** Asks for a password that is not stored yet. */
export function NewPasswordField({ label, name }: { label: string; name: string }) {
  return (
    <TextField
      label={label}
      hint={messages.signIn.passwordHint(SHORTEST_PASSWORD)}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      maxLength={256}
      required
    />
  )
}
