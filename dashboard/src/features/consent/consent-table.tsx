/** The columns of a person's records of consent. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ConsentRecord } from '../../api/shapes.ts'
import type { Column } from '../../ui/table-model.ts'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { actionTexts, basisTexts, methodTexts, consent as words } from './texts.ts'

export function useConsentColumns(): readonly Column<ConsentRecord>[] {
  const say = useSay()
  const { nameOf } = useTopics()
  return useMemo(
    () => [
      {
        id: 'what',
        head: words.what,
        cell: row => {
          const topic = row.topic_id === null ? say(words.everything) : nameOf(row.topic_id)
          return `${say(actionTexts[row.action])}: ${topic}`
        },
        onPhone: 'title',
      },
      { id: 'at', head: words.when, cell: row => <Time at={row.at} form="full" />, isTight: true },
      { id: 'how', head: words.how, cell: row => say(methodTexts[row.method]), isTight: true },
      { id: 'proof', head: words.proof, cell: row => <Evidence row={row} /> },
      {
        id: 'hash',
        head: words.hash,
        cell: row => <code className="mono">{row.hash?.slice(0, 10) ?? '…'}</code>,
        isTight: true,
        isDim: true,
      },
    ],
    [say, nameOf],
  )
}

/** What the person read and from where, or what is told of an agreement elsewhere. */
function Evidence({ row }: { row: ConsentRecord }) {
  const say = useSay()
  const { wording, evidence, ip, page } = row
  const basis = evidence?.basis && sayOf(say, basisTexts, evidence.basis)
  const where = [ip, page, evidence?.source, basis].filter(Boolean).join(' · ')
  if (!wording && !where && !evidence) return say(words.noEvidence)
  return (
    <>
      {wording && (
        <Text size="sm" className="wrap" dir="auto">
          “{wording.text}”
        </Text>
      )}
      {evidence && (
        <Text size="sm">
          {say(words.agreed)} <Time at={evidence.at} form="full" />
        </Text>
      )}
      {where && (
        <Text size="sm" c="dimmed" className="wrap">
          {where}
        </Text>
      )}
    </>
  )
}
