/** Conditions on a person, by the builder of segments, with how many people fit them now. */
import { useMemo } from 'react'
import { Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Builder } from '../segments/builder.tsx'
import { groupOf } from '../segments/filter.ts'
import { usePreview } from '../segments/preview.tsx'
import { segments } from '../segments/texts.ts'
import { useVocabulary } from '../segments/vocabulary.ts'
import { useDistinctNames } from './sentences.ts'
import type { Step } from './sequence.ts'

interface FilterFieldsProps {
  readonly filter: unknown
  readonly set: (filter: unknown) => void
  /** Letters of the sequence, about which conditions may be; the likeliest first. */
  readonly letters?: readonly Step[]
  readonly error?: string
}

const noLetters: readonly Step[] = []

export function FilterFields({ filter, set, letters, error }: FilterFieldsProps) {
  const say = useSay()
  const whole = useMemo(() => groupOf(filter), [filter])
  const known = useVocabulary()
  const letterOf = useDistinctNames(letters ?? noLetters)
  const vocabulary = useMemo(
    () => ({ ...known, steps: letters?.map(one => one.key) ?? [], letterOf }),
    [known, letters, letterOf],
  )
  const { query, counts } = usePreview(whole)
  return (
    <>
      <Builder filter={whole} set={set} vocabulary={vocabulary} counts={counts} />
      <div role="status" aria-live="polite" className="dim" style={{ minHeight: 22, marginTop: 6 }}>
        {!query.error &&
          query.data &&
          say(query.data.exact ? segments.counted : segments.aboutCounted, { n: query.data.count })}
      </div>
      {error ? (
        <p role="alert" className="field-error">
          {error}
        </p>
      ) : (
        <Refused error={query.error} />
      )}
    </>
  )
}
