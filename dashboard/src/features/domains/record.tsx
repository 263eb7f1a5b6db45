/** One DNS record: what to publish, ready to copy, and what DNS says of it. */
import { Group, Text } from '@mantine/core'
import type { DomainRecord } from '../../api/shapes.ts'
import { CopyLine } from '../../ui/copy.tsx'
import { Badge } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'

export function RecordCard({ record }: { record: DomainRecord }) {
  const say = useSay()
  const title = record.purpose === 'claim' ? words.claimRecord : words[record.purpose]
  const found = typeof record.found === 'string' ? [record.found] : (record.found ?? [])
  const differs = record.status !== 'verified' && found.length > 0
  return (
    <div className="record">
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap="xs">
          <Text fw={600}>{say(title)}</Text>
          <Text size="sm" c="dimmed">
            {say(record.required ? words.required : words.recommended)}
          </Text>
        </Group>
        <Badge state={record.status} />
      </Group>
      <dl className="record-fields">
        <dt>{say(words.type)}</dt>
        <dd>
          {record.type}
          {record.priority !== undefined && (
            <span className="dim">
              {' '}
              · {say(words.priority)} {record.priority}
            </span>
          )}
          <span className="dim">
            {' '}
            · {say(words.ttl)} {record.ttl}
          </span>
        </dd>
        <dt>{say(words.recordName)}</dt>
        <dd>
          <CopyLine text={record.name} what={say(words.recordName)} />
        </dd>
        <dt>{say(words.value)}</dt>
        <dd>
          <CopyLine text={record.value} what={say(words.value)} />
        </dd>
        {differs && (
          <>
            <dt>{say(words.found)}</dt>
            <dd>
              {found.map(text => (
                <div key={text} className="reply" style={{ marginTop: 0 }}>
                  {text}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      {record.hint && (
        <div className="note" data-tone={record.status === 'mismatch' ? 'bad' : 'info'}>
          <Text size="sm">{record.hint}</Text>
        </div>
      )}
    </div>
  )
}
