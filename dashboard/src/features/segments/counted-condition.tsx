/** Conditions that count: letters that people got, opened or clicked, and what else they did. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { EventCondition, LettersCondition } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { daysOf, letterFacts, spanOfDays } from './filter.ts'
import { useLinksOf } from './links-of-campaign.ts'
import { factTexts, segments as words } from './texts.ts'
import { letterName, type Vocabulary } from './vocabulary.ts'

const wholeOf = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Number(text) : undefined

interface OfLettersProps {
  readonly leaf: LettersCondition
  readonly vocabulary: Vocabulary
  readonly set: (leaf: LettersCondition) => void
}

export function OfLetters({ leaf, vocabulary, set }: OfLettersProps) {
  const say = useSay()
  const isAnyone = leaf.by === 'anyone'
  return (
    <>
      <NativeSelect
        aria-label={say(words.letters)}
        value={leaf.letters}
        onChange={event =>
          set(withoutLink({ ...leaf, letters: event.currentTarget.value as 'opened' }))
        }
        data={letterFacts.map(value => ({ value, label: say(factTexts[value]) }))}
      />
      <Which leaf={leaf} vocabulary={vocabulary} set={set} />
      {leaf.letters === 'clicked' && leaf.of?.campaign !== undefined && (
        <WhichLink leaf={leaf} campaign={leaf.of.campaign} set={set} />
      )}
      <Counted leaf={leaf} set={one => set(one as LettersCondition)} />
      {(leaf.letters === 'opened' || leaf.letters === 'clicked') && (
        <Checkbox
          label={say(words.byAnyone)}
          checked={isAnyone}
          onChange={event => {
            const { by: _by, ...rest } = leaf
            set(event.currentTarget.checked ? { ...rest, by: 'anyone' } : rest)
          }}
        />
      )}
    </>
  )
}

type Of = NonNullable<LettersCondition['of']>

/** Who opened something did not do it by a link of it. */
function withoutLink(leaf: LettersCondition): LettersCondition {
  const campaign = leaf.of?.campaign
  return leaf.letters === 'clicked' || campaign === undefined ? leaf : { ...leaf, of: { campaign } }
}

interface WhichLinkProps {
  readonly leaf: LettersCondition
  readonly campaign: string
  readonly set: (leaf: LettersCondition) => void
}

/** Which link of the campaign, once its letters have some. */
function WhichLink({ leaf, campaign, set }: WhichLinkProps) {
  const say = useSay()
  const links = useLinksOf(campaign) ?? []
  const chosen = leaf.of?.link
  if (links.length === 0 && chosen === undefined) return null
  const isListed = chosen === undefined || links.some(one => one.n === chosen)
  return (
    <NativeSelect
      aria-label={say(words.whichLink)}
      maw={320}
      value={chosen ?? ''}
      onChange={event => {
        const link = wholeOf(event.currentTarget.value)
        set({ ...leaf, of: link === undefined ? { campaign } : { campaign, link } })
      }}
      data={[
        { value: '', label: say(words.anyLink) },
        ...(isListed ? [] : [{ value: String(chosen), label: say(words.ofLink, { n: chosen }) }]),
        ...links.map(({ n, name }) => ({ value: String(n), label: name })),
      ]}
    />
  )
}

const ofNames = ['campaign', 'sequence', 'topic', 'step', 'link'] as const

/** `campaign cmp_…`, as the choice holds it. */
function keyOf({ of, last }: LettersCondition): string {
  if (last != null) return 'last'
  const name = ofNames.find(one => of?.[one] !== undefined)
  return name === undefined ? '' : `${name} ${of![name]}`
}

function ofKey(key: string): Of {
  const [name = '', ...rest] = key.split(' ')
  const value = rest.join(' ')
  return (name === 'link' ? { link: Number(value) } : { [name]: value }) as Of
}

const usualLast = 5

/** Of which letters: any, the last few, or those of one campaign, sequence, topic, step. */
function Which({ leaf, vocabulary, set }: OfLettersProps) {
  const say = useSay()
  const { last, of: _of, ...any } = leaf
  const key = keyOf(leaf)
  const choose = (next: string) => {
    if (next === '') set(any)
    else if (next === 'last') set({ ...any, last: usualLast })
    else set({ ...any, of: ofKey(next) })
  }
  const { steps = [], campaigns = [], sequences = [], topics = [] } = vocabulary
  const group = (name: (typeof ofNames)[number], some: readonly { id: string; name: string }[]) =>
    some.length === 0
      ? []
      : [
          {
            group: say(words[`${name}Letters`]),
            items: some.map(one => ({ value: `${name} ${one.id}`, label: one.name })),
          },
        ]
  const groups = [
    ...group(
      'step',
      steps.map(step => ({ id: step, name: letterName(step, vocabulary, say) })),
    ),
    ...group('campaign', campaigns),
    ...group('sequence', sequences),
    ...group('topic', topics),
  ]
  const isListed = groups.some(({ items }) => items.some(({ value }) => value === key))
  return (
    <>
      <NativeSelect
        aria-label={say(words.ofStep)}
        value={key}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: say(words.anyLetter) },
          { value: 'last', label: say(words.lastLetters) },
          ...(key === '' || key === 'last' || isListed ? [] : [{ value: key, label: key }]),
          ...groups,
        ]}
      />
      {last != null && (
        <TextInput
          aria-label={say(words.howManyLast)}
          inputMode="numeric"
          required
          w={64}
          value={last}
          onChange={event => set({ ...any, last: wholeOf(event.currentTarget.value) ?? 1 })}
        />
      )}
    </>
  )
}

type CountedLeaf = LettersCondition | EventCondition

interface CountedProps {
  readonly leaf: CountedLeaf
  readonly set: (leaf: CountedLeaf) => void
}

/** How often, and since when. */
export function Counted({ leaf, set }: CountedProps) {
  const say = useSay()
  const { at_least: atLeast, at_most: atMost, within, ...rest } = leaf
  const isBetween = atLeast != null && atMost != null
  const isMost = atMost != null
  const put = (count: Partial<CountedLeaf>, span: string | null | undefined) =>
    set({ ...rest, ...count, ...(span == null ? {} : { within: span }) } as CountedLeaf)
  const countOf = (n: number | undefined, isUpper: boolean): Partial<CountedLeaf> =>
    n === undefined ? {} : isUpper ? { at_most: n } : { at_least: n }
  const n = atMost ?? atLeast ?? undefined
  return (
    <>
      <NativeSelect
        aria-label={say(words.howOften)}
        value={isBetween ? 'both' : isMost ? 'most' : 'least'}
        onChange={event => put(countOf(n ?? 1, event.currentTarget.value === 'most'), within)}
        data={[
          ...(isBetween
            ? [{ value: 'both', label: say(words.between, { from: atLeast, to: atMost }) }]
            : []),
          { value: 'least', label: say(words.atLeast) },
          { value: 'most', label: say(words.atMost) },
        ]}
      />
      {!isBetween && (
        <TextInput
          aria-label={say(words.times)}
          rightSection={<span className="dim">×</span>}
          inputMode="numeric"
          w={72}
          value={n ?? ''}
          onChange={event => put(countOf(wholeOf(event.currentTarget.value), isMost), within)}
        />
      )}
      <TextInput
        aria-label={say(words.inDays)}
        placeholder={say(words.ever)}
        rightSection={<span className="dim">{say(words.days)}</span>}
        rightSectionWidth={48}
        inputMode="numeric"
        w={130}
        value={daysOf(within)}
        onChange={event =>
          put(
            isBetween ? { at_least: atLeast, at_most: atMost } : countOf(n, isMost),
            spanOfDays(event.currentTarget.value),
          )
        }
      />
    </>
  )
}
