/** Conditions on the data of an activity, one row each. */
import { ActionIcon, Input, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconTrash } from '../../ui/icons.ts'
import { ItemList } from '../../ui/item-list.tsx'
import { useSay } from '../../ui/words.tsx'
import { operatorTexts, segments } from '../segments/texts.ts'
import { firstValue, type Value as Typed, ValueInput } from '../segments/value-input.tsx'
import { stepForm as words } from './step-texts.ts'

interface Where {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}
type Kind = 'string' | 'number' | 'boolean' | 'entry'

interface WheresProps {
  readonly wheres: readonly unknown[]
  readonly set: (wheres: Where[]) => void
  readonly error?: string
  /** Whether a value may be that of the activity that let somebody in. */
  readonly hasEntry?: boolean
}

const fromOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'from' in value
    ? String(value.from).replace(/^event\./, '')
    : null

function kindOf({ value }: Where): Kind {
  const [sample] = [value].flat()
  if (fromOf(value) !== null) return 'entry'
  return typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'boolean' : 'string'
}

function ofKind(field: string, kind: Kind): Where {
  if (kind === 'entry') return { field, op: 'eq', value: { from: `event.${field}` } }
  const op = 'eq'
  return { field, op, value: kind === 'number' ? 0 : firstValue(kind, op) }
}

export function Wheres({ wheres, set, error, hasEntry = false }: WheresProps) {
  const say = useSay()
  return (
    <Input.Wrapper
      label={say(words.wheres)}
      labelElement="div"
      {...(error ? { error, errorProps: { role: 'alert' } } : {})}
    >
      <ItemList
        items={wheres as readonly Where[]}
        set={set}
        addLabel={say(words.addWhere)}
        fresh={() => ofKind('', 'string')}
      >
        {(where, n, put) => <Row where={where} n={n} put={put} hasEntry={hasEntry} />}
      </ItemList>
    </Input.Wrapper>
  )
}

interface RowProps {
  readonly where: Where
  readonly n: number
  readonly put: (where: Where | null) => void
  readonly hasEntry: boolean
}

function Row({ where, n, put, hasEntry }: RowProps) {
  const say = useSay()
  // A number that is not typed yet is a text: the kind is what was chosen.
  const [kind, setKind] = useState(() => kindOf(where))
  const type = kind === 'entry' ? 'string' : kind
  const kinds = [
    { value: 'string', label: say(words.kindText) },
    { value: 'number', label: say(words.kindNumber) },
    { value: 'boolean', label: say(words.kindBoolean) },
    ...(hasEntry ? [{ value: 'entry', label: say(words.whereEntry) }] : []),
  ]
  return (
    <div className="condition">
      <TextInput
        aria-label={say(words.where, { n: n + 1 })}
        placeholder="total"
        autoCapitalize="none"
        flex="1 1 110px"
        value={where.field}
        onChange={event => put({ ...where, field: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={say(segments.comparison)}
        value={where.op}
        onChange={({ currentTarget: { value: op } }) =>
          put({
            field: where.field,
            op,
            value: kind === 'entry' ? where.value : firstValue(type, op),
          })
        }
        data={Object.entries(operatorTexts[type]).map(([value, text]) => ({
          value,
          label: say(text),
        }))}
      />
      <NativeSelect
        aria-label={say(words.whereKind)}
        value={kind}
        onChange={event => {
          const next = event.currentTarget.value as Kind
          setKind(next)
          put(ofKind(where.field, next))
        }}
        data={kinds}
      />
      <Value where={where} kind={kind} put={put} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.removeWhere, { n: n + 1 })}
        onClick={() => put(null)}
        ml="auto"
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}

interface ValueProps extends Pick<RowProps, 'where' | 'put'> {
  readonly kind: Kind
}

function Value({ where, kind, put }: ValueProps) {
  const say = useSay()
  if (kind !== 'entry') {
    return (
      <ValueInput
        key={`${where.op} ${kind}`}
        type={kind}
        op={where.op}
        value={where.value as Typed}
        set={value => put({ ...where, value })}
      />
    )
  }
  return (
    <TextInput
      aria-label={say(words.whereValue)}
      flex="1 1 110px"
      value={fromOf(where.value) ?? ''}
      onChange={event => put({ ...where, value: { from: `event.${event.currentTarget.value}` } })}
    />
  )
}
