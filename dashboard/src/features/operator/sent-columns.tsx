/** Columns that say what somebody sent and what came of it; shares beyond a limit are red. */
import type { SentFigures } from '../../api/shapes.ts'
import type { Numbers } from '../../ui/format.ts'
import { Tag, type Tone } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import type { Text } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

/** From which sending is paused, and from which it is near: half of that. */
const pausedFrom = { hard: 0.05, complained: 0.003 } as const
type Harm = keyof typeof pausedFrom

/** Until so many results a share says little. */
const minFinals = 20

const shareOf = (sent: SentFigures, harm: Harm): number | null =>
  sent.finals === 0 ? null : sent[harm] / sent.finals

function toneOf(sent: SentFigures, harm: Harm): Tone | null {
  const share = sent[harm] / Math.max(minFinals, sent.finals)
  if (share >= pausedFrom[harm]) return 'bad'
  return share >= pausedFrom[harm] / 2 ? 'wait' : null
}

export function countColumn<Row>(
  id: string,
  head: Text,
  of: (row: Row) => number,
  { whole }: Numbers,
): Column<Row> {
  return {
    id,
    head,
    cell: row => whole(of(row)),
    sortBy: of,
    isTight: true,
    isNumber: true,
  }
}

export function harmColumn<Row>(
  harm: Harm,
  of: (row: Row) => SentFigures,
  numbers: Numbers,
): Column<Row> {
  return {
    id: harm,
    head: words[harm],
    cell: row => <Share sent={of(row)} harm={harm} numbers={numbers} />,
    sortBy: row => shareOf(of(row), harm),
    isTight: true,
    isNumber: true,
  }
}

interface ShareProps {
  readonly sent: SentFigures
  readonly harm: Harm
  readonly numbers: Numbers
}

/** Of few results the counts say more than the share. */
export function Share({ sent, harm, numbers }: ShareProps) {
  const share = shareOf(sent, harm)
  if (share === null) return <>–</>
  const tone = toneOf(sent, harm)
  const text =
    sent.finals < minFinals
      ? `${numbers.whole(sent[harm])}/${numbers.whole(sent.finals)}`
      : numbers.share(share)
  return tone === null ? text : <Tag tone={tone}>{text}</Tag>
}
