/** The columns of a person's records of consent. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ConsentRecord } from '../../api/shapes.ts'
import type { Column } from '../../ui/table-model.ts'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { actionTexts, basisTexts, evidenceTexts, methodTexts, consent as words } from './texts.ts'

/** `address`: of the person, where the words that they read name it. */
export function useConsentColumns(address = '…'): readonly Column<ConsentRecord>[] {
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
      { id: 'proof', head: words.proof, cell: row => <Evidence row={row} address={address} /> },
      {
        id: 'hash',
        head: words.hash,
        cell: row => <code className="mono">{row.hash?.slice(0, 10) ?? '…'}</code>,
        isTight: true,
        isDim: true,
      },
    ],
    [say, nameOf, address],
  )
}

/** What the person read and from where, or what is told of an agreement elsewhere. */
function Evidence({ row, address }: { row: ConsentRecord; address: string }) {
  const say = useSay()
  const { wording, evidence, ip, page, user_agent: agent } = row
  const basis = evidence?.basis && sayOf(say, basisTexts, evidence.basis)
  const where = [ip, page, evidence?.source, basis].filter(Boolean).join(' · ')
  if (!wording && !where && !evidence && !agent) return say(words.noEvidence)
  return (
    <>
      {wording && (
        <Text size="sm" className="wrap" dir="auto">
          “{wording.text.replaceAll('{address}', address)}”
        </Text>
      )}
      {evidence && (
        <Text size="sm">
          {say(evidenceTexts[row.action])} <Time at={evidence.at} form="full" />
        </Text>
      )}
      {where && (
        <Text size="sm" c="dimmed" className="wrap">
          {where}
        </Text>
      )}
      {agent && (
        <Text size="sm" c="dimmed" className="wrap">
          {say(words.browser)} {agent}
        </Text>
      )}
    </>
  )
}
