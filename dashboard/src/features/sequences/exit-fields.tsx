/** What ends somebody's way before its end. */
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { ItemList } from '../../ui/item-list.tsx'
import { useSay } from '../../ui/words.tsx'
import { atOf, type Fault } from './fault.ts'
import { FilterFields } from './filter-fields.tsx'
import { GoalOrReason, goal } from './goal-or-reason.tsx'
import { RemovablePart } from './removable-part.tsx'
import { rules as words } from './rule-texts.ts'
import type { Exit, Step } from './sequence.ts'
import { stepForm } from './step-texts.ts'

interface ExitFieldsProps {
  readonly exits: readonly Exit[]
  readonly set: (exits: readonly Exit[]) => void
  readonly fault: Fault | null
  readonly letters: readonly Step[]
}

export function ExitFields({ exits, set, fault, letters }: ExitFieldsProps) {
  const say = useSay()
  return (
    <ItemList
      items={exits}
      set={set}
      addLabel={say(words.addExit)}
      fresh={(): Exit => ({ on: 'event', name: '', reason: goal })}
    >
      {(exit, n, put) => (
        <OneExit
          exit={exit}
          n={n}
          set={put}
          fault={fault?.list === 'exits' && fault.n === n ? fault : null}
          letters={letters}
        />
      )}
    </ItemList>
  )
}

interface OneExitProps extends Pick<ExitFieldsProps, 'fault' | 'letters'> {
  readonly exit: Exit
  readonly n: number
  readonly set: (exit: Exit | null) => void
}

const fresh: Readonly<Record<Exit['on'], Exit>> = {
  event: { on: 'event', name: '' },
  filter: { on: 'filter', filter: { all: [] } },
}

function OneExit({ exit, n, set, fault, letters }: OneExitProps) {
  const say = useSay()
  const at = atOf(fault)
  const { reason: _reason, ...rest } = exit
  const change = (reason: string | undefined) =>
    set(reason === undefined ? rest : { ...rest, reason })
  return (
    <RemovablePart
      title={say(words.exit, { n: n + 1 })}
      removeLabel={say(words.removeExit, { n: n + 1 })}
      remove={() => set(null)}
    >
      <Stack gap="sm">
        <NativeSelect
          label={say(words.exitOn)}
          value={exit.on}
          // What ends the way is another thing than why it counts.
          onChange={event => {
            const next = fresh[event.currentTarget.value as Exit['on']]
            set(exit.reason === undefined ? next : { ...next, reason: exit.reason })
          }}
          data={[
            { value: 'event', label: say(words.exitEvent) },
            { value: 'filter', label: say(words.exitFilter) },
          ]}
          maw={420}
        />
        {exit.on === 'event' ? (
          <TextInput
            {...at('name')}
            label={say(stepForm.event)}
            description={say(stepForm.eventAbout)}
            autoCapitalize="none"
            value={exit.name ?? ''}
            onChange={event => set({ ...exit, name: event.currentTarget.value })}
            required
            maw={420}
          />
        ) : (
          <FilterFields
            {...at('filter')}
            filter={exit.filter}
            set={filter => set({ ...exit, filter })}
            letters={letters}
          />
        )}
        <GoalOrReason reason={exit.reason} set={change} at={at('reason')} />
      </Stack>
    </RemovablePart>
  )
}
