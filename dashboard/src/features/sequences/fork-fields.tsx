/** Steps with several ways: by conditions, or by chance. */
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { letterBefore } from './edits.ts'
import type { FieldsProps } from './field-props.ts'
import { FilterFields } from './filter-fields.tsx'
import type { Step } from './sequence.ts'
import { stepForm as words } from './step-texts.ts'

type Case = NonNullable<Step['cases']>[number]

export function CaseFields({ step, put, at, steps }: FieldsProps) {
  const say = useSay()
  const cases = step.cases ?? []
  const letters = useMemo(() => lettersFor(steps, step.key), [steps, step.key])
  const change = (n: number, next: Case | null) =>
    put({ cases: cases.flatMap((one, i) => (i === n ? (next ?? []) : one)) })
  return (
    <>
      <Text size="sm" fw={500}>
        {say(words.cases)}
      </Text>
      {cases.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cases have only their place
        <fieldset key={n} className="tile">
          <legend>{say(words.case, { n: n + 1 })}</legend>
          <FilterFields
            {...at(`cases[${n}]`)}
            filter={one.filter}
            set={filter => change(n, { ...one, filter })}
            letters={letters}
          />
          {cases.length > 1 && (
            <Group justify="flex-end">
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                className="plain"
                leftSection={<IconTrash size={14} />}
                onClick={() => change(n, null)}
              >
                {say(words.removeCase, { n: n + 1 })}
              </Button>
            </Group>
          )}
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => put({ cases: [...cases, { filter: { all: [] } }] })}
        >
          {say(words.addCase)}
        </Button>
      </div>
    </>
  )
}

/** The letters of a sequence, that before a step first. */
function lettersFor(steps: readonly Step[], key: string): readonly Step[] {
  const before = letterBefore(steps, { on: 'before', key })
  const rank = (one: Step): number => (one.key === before ? 0 : 1)
  return steps.filter(one => one.type === 'email').toSorted((a, b) => rank(a) - rank(b))
}

type Fork = NonNullable<Step['ways']>[number]

export function SplitFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const ways = step.ways ?? []
  const change = (n: number, next: Fork | null) =>
    put({ ways: ways.flatMap((one, i) => (i === n ? (next ?? []) : one)) })
  return (
    <>
      <Text size="sm" c="dimmed">
        {say(words.splitAbout)}
      </Text>
      {ways.map((way, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ways have only their place
        <Group key={n} gap="xs" align="flex-end">
          <TextInput
            {...at(`ways[${n}]`)}
            label={say(words.weight, { n: n + 1 })}
            inputMode="numeric"
            w={160}
            value={way.weight === 0 ? '' : String(way.weight)}
            onChange={event =>
              change(n, {
                ...way,
                weight: Number(event.currentTarget.value.replaceAll(/\D/g, '')),
              })
            }
          />
          {ways.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={4}
              aria-label={say(words.removeWay, { n: n + 1 })}
              onClick={() => change(n, null)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => put({ ways: [...ways, { weight: 50 }] })}
        >
          {say(words.addWay)}
        </Button>
      </div>
    </>
  )
}
