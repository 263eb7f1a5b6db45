/** What has come of one step, in people. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { sayOf, useSay } from '../../ui/words.tsx'
import type { Step } from './sequence.ts'
import { skipWords, figureWords as words } from './step-texts.ts'

export type Figures = Answer<'project.sequences.stats'>['steps'][number]

/** The figures of a sequence, all and by the keys of steps. */
export function useFigures({ id }: Sequence) {
  const { data } = useApi('project.sequences.stats', { id })
  return useMemo(() => {
    const all: readonly Figures[] = data?.steps ?? []
    return { all, byKey: new Map(all.map(one => [one.key, one])) }
  }, [data])
}

/** Of those who came to a step, who went on from it. */
export const wentOn = ({ entered, waiting, left }: Figures): number =>
  Math.max(0, entered - waiting - left)

/** The steps that a draft no longer has and at which people of an earlier version are. */
export const goneOf = (figures: readonly Figures[], steps: readonly Pick<Step, 'key'>[]) =>
  figures.filter(one => one.waiting > 0 && !steps.some(step => step.key === one.key))

export function StepFigures({ figures, isLetter }: { figures: Figures; isLetter: boolean }) {
  const say = useSay()
  const skipped = Object.values(figures.skipped).reduce((sum, n) => sum + n, 0)
  const reasons = Object.keys(figures.skipped).map(one => one.split(':')[0]!)
  const why = [...new Set(reasons)].map(one => sayOf(say, skipWords, one)).join(', ')
  const counted = [
    { word: words.came, n: figures.entered, isShown: true },
    { word: words.wentOn, n: wentOn(figures), isShown: true },
    { word: words.sent, n: figures.sent, isShown: isLetter },
    { word: words.delivered, n: figures.delivered, isShown: isLetter && figures.delivered > 0 },
    { word: words.opened, n: figures.opened.people, isShown: isLetter },
    { word: words.clicked, n: figures.clicked.people, isShown: isLetter },
    { word: words.skipped, n: skipped, isShown: skipped > 0, why },
    { word: words.left, n: figures.left, isShown: figures.left > 0 },
    { word: words.goal, n: figures.goal, isShown: figures.goal > 0 },
  ]
  if (figures.entered === 0) return null
  return (
    <p className="flow-figures">
      <strong>{say(words.here, { n: figures.waiting })}</strong>
      {counted.map(
        ({ word, n, isShown, why: reason = '' }) =>
          isShown && <span key={word.en.other}> · {say(word, { n, why: reason })}</span>,
      )}
    </p>
  )
}
