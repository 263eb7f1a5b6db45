/** One of some things: all to be seen where they are few, a list to choose from where they are many. */
import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useId } from 'react'

const maxSeen = 8

interface PickOneProps {
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly error?: string | undefined
  /** What stands in a long list while nothing is chosen. */
  readonly none: string
}

export function PickOne({ label, value, set, data, error, none }: PickOneProps) {
  const name = useId()
  if (data.length > maxSeen) {
    const isChosen = data.some(one => one.value === value)
    return (
      <NativeSelect
        label={label}
        value={isChosen ? value : ''}
        onChange={event => event.currentTarget.value && set(event.currentTarget.value)}
        error={error}
        data={[...(isChosen ? [] : [{ value: '', label: none }]), ...data]}
        maw={420}
      />
    )
  }
  return (
    <Radio.Group name={name} label={label} value={value} onChange={set} error={error}>
      <Stack gap={8} mt="xs">
        {data.map(one => (
          <Radio key={one.value} value={one.value} label={one.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
