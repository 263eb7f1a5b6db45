/** A line that counts once it is written: an address is no address while it is typed. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'

interface CommittedProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly set: (value: string) => void
  /** What is meant by what was typed. */
  readonly read?: (typed: string) => string
}

export function Committed({ value, set, read, ...rest }: CommittedProps) {
  const [typed, setTyped] = useState(value)
  // What is written elsewhere, such as by a choice beside it, is written here.
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    const meant = read ? read(typed) : typed
    setTyped(meant)
    if (meant !== value) set(meant)
  }
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={event => event.key === 'Enter' && commit()}
      errorProps={{ role: 'alert' }}
    />
  )
}
