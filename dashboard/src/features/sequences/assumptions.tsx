/** What is assumed to happen in a simulation: activities, and letters that are opened. */
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import { IconTrash } from '../../ui/icons.ts'
import { ItemList } from '../../ui/item-list.tsx'
import { useSay } from '../../ui/words.tsx'
import { JsonInput } from './json-input.tsx'
import { useDistinctNames } from './sentences.ts'
import type { Step } from './sequence.ts'
import { simulator as words } from './simulator-texts.ts'

export interface Assumption {
  readonly kind: 'event' | 'opened'
  /** Of the activity, or of the step whose letter is opened. */
  readonly name: string
  readonly day: string
  /** Of the activity. */
  readonly data?: unknown
}

const dayMs = 86_400_000

type AssumptionBody = NonNullable<Body<'project.sequences.simulate'>['assume']>[number]

export function assumedAt({ kind, name, day, data }: Assumption, now: number): AssumptionBody {
  const at = new Date(now + Number(day.replace(',', '.')) * dayMs).toISOString()
  if (kind === 'opened') return { at, opened: name }
  const known = data as Readonly<Record<string, unknown>> | undefined
  return { at, event: name.trim(), ...(known === undefined ? {} : { data: known }) }
}

interface AssumptionsProps {
  readonly assumed: readonly Assumption[]
  readonly set: (assumed: readonly Assumption[]) => void
  readonly steps: readonly Step[]
}

export function Assumptions({ assumed, set, steps }: AssumptionsProps) {
  const say = useSay()
  const letters = steps.filter(step => step.type === 'email')
  return (
    <fieldset className="plain-set">
      <legend className="dim">{say(words.assume)}</legend>
      <ItemList
        items={assumed}
        set={set}
        addLabel={say(words.addAssumed)}
        fresh={() => ({ kind: 'event', name: '', day: '1' }) as const}
      >
        {(one, n, put) => (
          <>
            <Row one={one} n={n} put={put} letters={letters} />
            {one.kind === 'event' && (
              <JsonInput value={one.data} set={data => put({ ...one, data })} />
            )}
          </>
        )}
      </ItemList>
    </fieldset>
  )
}

interface RowProps {
  readonly one: Assumption
  readonly n: number
  readonly put: (one: Assumption | null) => void
  readonly letters: readonly Step[]
}

function Row({ one, n, put, letters }: RowProps) {
  const say = useSay()
  const nameOf = useDistinctNames(letters)
  return (
    <div className="condition">
      <NativeSelect
        aria-label={say(words.assumedKind)}
        value={one.kind}
        onChange={event => {
          const kind = event.currentTarget.value as Assumption['kind']
          put({ ...one, kind, name: kind === 'opened' ? (letters[0]?.key ?? '') : '' })
        }}
        data={[
          { value: 'event', label: say(words.does) },
          ...(letters.length > 0 ? [{ value: 'opened', label: say(words.opens) }] : []),
        ]}
      />
      {one.kind === 'event' ? (
        <TextInput
          aria-label={say(words.activity)}
          placeholder="order.paid"
          autoCapitalize="none"
          flex="1 1 120px"
          value={one.name}
          onChange={event => put({ ...one, name: event.currentTarget.value })}
          required
        />
      ) : (
        <NativeSelect
          aria-label={say(words.letterOf)}
          value={one.name}
          onChange={event => put({ ...one, name: event.currentTarget.value })}
          data={letters.map(({ key }) => ({ value: key, label: nameOf(key) }))}
        />
      )}
      <TextInput
        aria-label={say(words.afterDays)}
        leftSection={<span className="dim">{say(words.afterShort)}</span>}
        leftSectionWidth={62}
        rightSection={<span className="dim">{say(words.daysShort)}</span>}
        rightSectionWidth={48}
        inputMode="decimal"
        w={164}
        value={one.day}
        onChange={event => put({ ...one, day: event.currentTarget.value })}
        required
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.removeAssumed, { n: n + 1 })}
        onClick={() => put(null)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}
