/** A condition as it reads, with what can be chosen in it as chips. */
import { Fragment } from 'react'
import type { Filter } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { partOf } from './filter.ts'
import { useLinksOf } from './links-of-campaign.ts'
import { segments as words } from './texts.ts'
import { piecesOf, type Vocabulary } from './vocabulary.ts'

interface SentenceProps {
  readonly filter: Filter
  readonly vocabulary: Vocabulary
}

export function Sentence({ filter, vocabulary }: SentenceProps) {
  const say = useSay()
  const part = partOf(filter)
  const leaf = part.kind === 'leaf' ? part.leaf : undefined
  const of = leaf && 'letters' in leaf && leaf.of?.link !== undefined ? leaf.of : undefined
  const links = useLinksOf(of?.campaign)
  if (part.kind !== 'leaf') return null
  const linkOf = (n: number) => links?.find(one => one.n === n)?.name
  return (
    <span className="sentence" dir="auto">
      {say(part.isNot ? words.whoNot : words.who)}{' '}
      {piecesOf(part.leaf, { ...vocabulary, linkOf }, say).map((piece, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have only their place
        <Fragment key={n}>
          {piece.isChip ? <span className="chip">{piece.text}</span> : piece.text}{' '}
        </Fragment>
      ))}
    </span>
  )
}
