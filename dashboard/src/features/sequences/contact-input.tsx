/** A person of the project by their address, with those that fit what is typed. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId } from 'react'
import { useApi } from '../../api/hooks.ts'

const typingPauseMs = 250
const maxOffered = 8

interface ContactInputProps {
  readonly label: string
  readonly value: string
  readonly set: (email: string) => void
  readonly error?: string
}

export function ContactInput({ label, value, set, error }: ContactInputProps) {
  const id = useId()
  const [asked] = useDebouncedValue(value.trim(), typingPauseMs)
  const { data } = useApi(
    'project.contacts.list',
    { q: asked, limit: maxOffered },
    { keepsPrevious: true },
  )
  return (
    <>
      <TextInput
        label={label}
        type="email"
        list={id}
        autoComplete="off"
        value={value}
        onChange={event => set(event.currentTarget.value)}
        required
        {...(error ? { error, errorProps: { role: 'alert' } } : {})}
      />
      <datalist id={id}>
        {data?.data.map(({ id: contact, email }) => (
          <option key={contact} value={email} />
        ))}
      </datalist>
    </>
  )
}
