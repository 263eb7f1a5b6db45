/** What an audience asks, each part by its name and with whether it is true of somebody. */

import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { nameAmong, useAll } from '../../api/lists.ts'
import { Verdict } from '../../ui/verdict.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { deeds } from './draft.ts'
import { againTexts, report as words } from './report-texts.ts'
import { campaigns } from './texts.ts'

type Why = Answer<'project.campaigns.recipient'>
type Node = NonNullable<Why['because'][number]['tree']>

const maxKnown = 50

export function AudienceTree({ tree }: { tree: Node }) {
  const nameOf = useNames()
  return (
    <>
      {leavesOf(tree).map(({ leaf, isNot, result }) => {
        const text = nameOf(leaf, isNot)
        return <Verdict key={text} isTrue={result} text={text} />
      })}
    </>
  )
}

interface Leaf {
  readonly leaf: Node
  readonly isNot: boolean
  readonly result: boolean
}

function leavesOf(node: Node): Leaf[] {
  const parts = node.all ?? node.any
  if (parts !== undefined) return parts.flatMap(leavesOf)
  if (node.not !== undefined) return [{ leaf: node.not, isNot: true, result: node.result }]
  return [{ leaf: node, isNot: false, result: node.result }]
}

function useNames(): (leaf: Node, isNot: boolean) => string {
  const say = useSay()
  const { nameOf } = useTopics()
  const { data: segments } = useAll('project.segments.list')
  const { data: sent } = useApi('project.campaigns.list', { limit: maxKnown })
  const campaign = (id: string) => nameAmong(sent?.data, id) ?? id
  const segment = (id: string) => nameAmong(segments, id) ?? id
  return (leaf, isNot) => {
    if (leaf.topic) return say(words.inTopic, { name: nameOf(leaf.topic) })
    if (leaf.segment) {
      return say(isNot ? words.notInSegment : words.inSegment, { name: segment(leaf.segment) })
    }
    if (leaf.campaign) return say(words.notOfCampaign, { name: campaign(leaf.campaign) })
    if (leaf.received_within) {
      const days = leaf.received_within.replace(/\D/g, '')
      return say(words.notWithin, { days })
    }
    const deed = deeds.find(one => leaf[one])
    if (deed === undefined) return say(campaigns.everybody)
    return say(words.ofDeed, { deed: say(againTexts[deed]), name: campaign(leaf[deed]!) })
  }
}
