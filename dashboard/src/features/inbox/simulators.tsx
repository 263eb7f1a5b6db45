/** Addresses that behave in a certain way, with a button to write to each. */
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange, useMe } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import { useWhere } from '../../api/where.ts'
import { IconSend } from '../../ui/icons.ts'
import { Link, Refused, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { sampleEmail } from './sample-email.ts'
import { inbox as words } from './texts.ts'

const simulators = [
  { address: 'anyone@example.com', about: words.captures },
  { address: 'bounced@example.com', about: words.bounces },
  { address: 'complained@example.com', about: words.complains },
  { address: 'deferred@example.com', about: words.defers },
] as const

export function Simulators({ onSent }: { onSent: (id: string) => void }) {
  const say = useSay()
  const me = useMe()
  const { project } = useWhere()
  const send = useChange('project.emails.send', 'project.emails')
  const [sent, setSent] = useState<{ address: string; id: string } | null>(null)
  const isAllowed = useMay('project.emails.send')
  const go = (address: string) =>
    send.mutate(
      { mode: 'test', body: sampleEmail(address, me.account.name, say) },
      {
        onSuccess: ({ id }) => {
          onSent(id)
          setSent({ address, id })
        },
      },
    )
  if (!isAllowed) return null
  return (
    <Section title={say(words.simulators)} about={say(words.simulatorsAbout)}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        {simulators.map(({ address, about }) => (
          <div key={address} className="tile">
            <code className="mono break">{address}</code>
            <Text size="sm" c="dimmed" mt={2} mb="xs">
              {say(about)}
            </Text>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSend size={14} />}
                aria-label={say(words.sendTo, { address })}
                loading={send.isPending}
                onClick={() => go(address)}
              >
                {say(words.send)}
              </Button>
              {sent?.address === address && (
                <Text size="sm">
                  <Link to={`/projects/${project}/test/emails/${sent.id}`}>{say(words.open)}</Link>
                </Text>
              )}
            </Group>
          </div>
        ))}
      </SimpleGrid>
      <Refused error={send.error} />
    </Section>
  )
}
