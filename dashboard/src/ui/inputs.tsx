/** Inputs that many forms have. */
import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

/** The address that a form is about, asked first. `field`: what an input of Mantine's takes. */
export function EmailInput({ field }: { field: object }) {
  const say = useSay()
  return <TextInput {...field} label={say(common.email)} type="email" required data-autofocus />
}

interface NameInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  readonly value: string
  readonly set: (name: string) => void
}

/** What people call a thing. */
export function NameInput({ set, ...props }: NameInputProps) {
  const say = useSay()
  return (
    <TextInput
      {...props}
      label={say(common.name)}
      onChange={event => set(event.currentTarget.value)}
      maxLength={200}
    />
  )
}

/** What nobody beside may read, until its button shows it. */
export function SecretInput(props: PasswordInputProps) {
  const say = useSay()
  const visibilityToggleButtonProps = { 'aria-label': say(common.showSecret) }
  return <PasswordInput {...props} visibilityToggleButtonProps={visibilityToggleButtonProps} />
}

interface FileInputProps {
  readonly label: string
  readonly accept: string
  readonly onChange: (file: File | undefined) => void
}

export function FileInput({ label, accept, onChange }: FileInputProps) {
  return (
    <label className="file">
      <span>{label}</span>
      <input
        type="file"
        required
        accept={accept}
        onChange={event => onChange(event.currentTarget.files?.[0])}
      />
    </label>
  )
}
