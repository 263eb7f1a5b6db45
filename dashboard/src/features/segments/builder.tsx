/** Conditions put together as sentences, each with how many people fit it alone. */
import { ActionIcon, Button, NativeSelect, Group as Row, Text } from '@mantine/core'
import { useState } from 'react'
import type { Filter } from '../../api/shapes.ts'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { Condition, freshField } from './condition.tsx'
import { filterOf, type GroupKind, type Part, partOf, placeOf } from './filter.ts'
import { Sentence } from './sentence.tsx'
import { segments as words } from './texts.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Groups in groups in groups are no sentence any more; the API takes some more. */
const maxDepth = 3

interface BuilderProps {
  readonly filter: Filter
  readonly set: (filter: Filter) => void
  readonly vocabulary: Vocabulary
  /** How many people fit a condition, by its place. */
  readonly counts: ReadonlyMap<string, number>
  readonly path?: string
  readonly depth?: number
  /** What is there reads as a sentence until somebody changes it. */
  readonly isRead?: boolean
}

type GroupPart = Exclude<Part, { kind: 'leaf' }>

export function Builder(props: BuilderProps) {
  const { filter, set, vocabulary, depth = 1, isRead = false } = props
  const say = useSay()
  /** Those that are being changed. */
  const [open, setOpen] = useState<readonly number[]>([])
  const group = partOf(filter) as GroupPart
  const put = (change: Partial<GroupPart>) => set(filterOf({ ...group, ...change }))
  const add = (one: Filter) => {
    setOpen([...open, group.parts.length])
    put({ parts: [...group.parts, one] })
  }
  const fresh = () => freshField('email', vocabulary)
  return (
    <div className={depth > 1 ? 'tile' : undefined}>
      <NativeSelect
        aria-label={say(words.groupKind)}
        value={group.kind}
        onChange={event => put({ kind: event.currentTarget.value as GroupKind })}
        data={[
          { value: 'all', label: say(words.ofAll) },
          { value: 'any', label: say(words.ofAny) },
        ]}
        maw={320}
      />
      <ol className="conditions">
        {group.parts.map((one, n) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have only their place
            key={n}
            {...props}
            group={group}
            n={n}
            depth={depth}
            isFolded={isRead && !open.includes(n) && partOf(one).kind === 'leaf'}
            unfold={() => setOpen([...open, n])}
            onRemoved={() => setOpen(open.flatMap(i => (i === n ? [] : i > n ? i - 1 : i)))}
          />
        ))}
      </ol>
      <Row gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => add(fresh())}
        >
          {say(words.addCondition)}
        </Button>
        {depth < maxDepth && (
          <Button variant="default" size="compact-sm" onClick={() => add({ any: [fresh()] })}>
            {say(words.addGroup)}
          </Button>
        )}
      </Row>
    </div>
  )
}

interface LineProps extends BuilderProps {
  readonly group: GroupPart
  readonly n: number
  readonly depth: number
  readonly isFolded: boolean
  readonly unfold: () => void
  readonly onRemoved: () => void
}

function Line(props: LineProps) {
  const { group, n, set, vocabulary, counts, path = '', depth, isRead = false } = props
  const say = useSay()
  const part = partOf(group.parts[n]!)
  const put = (next: Filter | null) => {
    const parts = group.parts.flatMap((one, i) => (i === n ? (next ?? []) : one))
    set(filterOf({ ...group, parts }))
  }
  const outer = group.isNot ? (path === '' ? 'not' : `${path}.not`) : path
  const place = placeOf(outer, group.kind, n)
  const isLeaf = part.kind === 'leaf'
  const remove = say(isLeaf ? words.removeCondition : words.removeGroup, { n: n + 1 })
  return (
    <li>
      <fieldset>
        <legend className="sr-only">
          {say(isLeaf ? words.condition : words.group, { n: n + 1 })}
        </legend>
        <div className="condition">
          {props.isFolded ? (
            <Read {...props} />
          ) : (
            <Turn isNot={part.isNot} set={isNot => put(filterOf({ ...part, isNot }))} />
          )}
          {isLeaf ? (
            <>
              {!props.isFolded && (
                <Condition
                  leaf={part.leaf}
                  vocabulary={vocabulary}
                  set={leaf => put(filterOf({ ...part, leaf }))}
                />
              )}
              <Alone count={counts.get(part.isNot ? `${place}.not` : place)} />
            </>
          ) : (
            <Builder
              filter={filterOf({ ...part, isNot: false })}
              set={next => put(part.isNot ? { not: next } : next)}
              vocabulary={vocabulary}
              counts={counts}
              isRead={isRead}
              path={part.isNot ? `${place}.not` : place}
              depth={depth + 1}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={remove}
            onClick={() => {
              props.onRemoved()
              put(null)
            }}
            ml="auto"
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      </fieldset>
    </li>
  )
}

/** As it reads, and the way to change it. */
function Read({ group, n, vocabulary, unfold }: LineProps) {
  const say = useSay()
  return (
    <>
      <Sentence filter={group.parts[n]!} vocabulary={vocabulary} />
      <Button
        variant="default"
        size="compact-xs"
        aria-label={say(words.change, { n: n + 1 })}
        onClick={unfold}
      >
        {say(words.changeShort)}
      </Button>
    </>
  )
}

interface TurnProps {
  readonly isNot: boolean
  readonly set: (isNot: boolean) => void
}

function Turn({ isNot, set }: TurnProps) {
  const say = useSay()
  return (
    <NativeSelect
      aria-label={say(words.turn)}
      value={String(isNot)}
      onChange={event => set(event.currentTarget.value === 'true')}
      data={[
        { value: 'false', label: say(words.who) },
        { value: 'true', label: say(words.whoNot) },
      ]}
    />
  )
}

function Alone({ count }: { count: number | undefined }) {
  const say = useSay()
  if (count === undefined) return null
  return (
    <Text span size="sm" c="dimmed">
      {say(words.alone, { n: count })}
    </Text>
  )
}
