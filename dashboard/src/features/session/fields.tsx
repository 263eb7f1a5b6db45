/** The fields that log-in and its kin share, named so that password managers know them. */
import { TextInput } from '@mantine/core'
import { SecretInput } from '../../ui/inputs.tsx'
import { useSay } from '../../ui/words.tsx'
import { door } from './texts.ts'

/** What a form gives for a field of its own. */
type FieldProps = Readonly<Record<string, unknown>>

export function EmailField({ autoFocus = false, ...field }: FieldProps & { autoFocus?: boolean }) {
  const say = useSay()
  return (
    <TextInput
      {...field}
      label={say(door.email)}
      type="email"
      name="email"
      autoComplete="username"
      required
      autoFocus={autoFocus}
    />
  )
}

interface NewPasswordProps extends FieldProps {
  readonly label: string
  readonly autoFocus?: boolean
}

export function NewPasswordField({ label, ...field }: NewPasswordProps) {
  const say = useSay()
  return (
    <SecretInput
      {...field}
      label={label}
      description={say(door.passwordAbout)}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
    />
  )
}
