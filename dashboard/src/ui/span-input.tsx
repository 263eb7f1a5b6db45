/** A span of time, as a number and a unit; what is neither stays as the API has it. */
import { Input, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { type SpanUnit, spanFrom, spanUnits, textOf } from './spans.ts'
import { spanTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

interface SpanInputProps {
  readonly label: string
  /** ISO 8601; undefined: none. */
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
  /** With a choice between before and after. */
  readonly isSigned?: boolean
  readonly error?: string
}

export function SpanInput({ label, value, set, isSigned = false, error }: SpanInputProps) {
  const say = useSay()
  const id = useId()
  const span = value === undefined ? null : spanFrom(value)
  const isForeign = value !== undefined && span === null
  const unit = span?.unit ?? 'days'
  const put = (typed: string, as: SpanUnit, isBefore: boolean) => {
    const digits = typed.replaceAll(/\D/g, '')
    set(digits === '' ? undefined : textOf({ n: Number(digits), unit: as, isBefore }))
  }
  const typed = isForeign ? value : span === null ? '' : String(span.n)
  return (
    <Input.Wrapper
      label={label}
      id={id}
      {...(error ? { error, errorProps: { role: 'alert' } } : {})}
    >
      <div className="condition">
        <TextInput
          id={id}
          value={typed}
          w={isForeign ? 140 : 84}
          inputMode={isForeign ? 'text' : 'numeric'}
          onChange={({ currentTarget: { value: text } }) =>
            isForeign
              ? set(text === '' ? undefined : text)
              : put(text, unit, span?.isBefore ?? false)
          }
        />
        {!isForeign && (
          <NativeSelect
            aria-label={`${label}: ${say(words.unit)}`}
            value={unit}
            onChange={event =>
              put(typed, event.currentTarget.value as SpanUnit, span?.isBefore ?? false)
            }
            data={spanUnits.map(one => ({ value: one, label: say(words[one]) }))}
          />
        )}
        {isSigned && !isForeign && (
          <NativeSelect
            aria-label={`${label}: ${say(words.direction)}`}
            value={String(span?.isBefore ?? false)}
            onChange={event => put(typed, unit, event.currentTarget.value === 'true')}
            data={[
              { value: 'false', label: say(words.after) },
              { value: 'true', label: say(words.before) },
            ]}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
