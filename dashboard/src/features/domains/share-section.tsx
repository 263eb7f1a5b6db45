/** A link that shows the records to whoever keeps the DNS and has no account here. */
import { Button, Group, Text } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'

export function ShareSection({ id }: { id: string }) {
  const say = useSay()
  const times = useTimes()
  const query = useApi('project.domainLink.get', { id })
  const make = useChange('project.domainLink.create', 'project.domainLink')
  const revoke = useChange('project.domainLink.delete', 'project.domainLink')
  return (
    <Section title={say(words.share)} about={say(words.shareAbout)}>
      <Loaded query={query} lines={1}>
        {({ link }) =>
          link === null ? (
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ id })}>
              {say(words.shareMake)}
            </Button>
          ) : (
            <>
              <CopyLine text={urlOf(link.token)} what={say(words.shareLink)} />
              <Group gap="sm" mt="sm">
                <Text size="sm" c="dimmed">
                  {say(words.shareUntil, { time: times.short(link.expires_at) })}
                </Text>
                <ConfirmButton
                  call="project.domainLink.delete"
                  title={say(words.shareRevoke)}
                  about={say(words.shareRevokeAbout)}
                  tone="danger"
                  run={() => revoke.mutateAsync({ id })}
                  done={say(words.shareRevoked)}
                />
              </Group>
            </>
          )
        }
      </Loaded>
      <Refused error={make.error} />
    </Section>
  )
}

const urlOf = (token: string): string => `${location.origin}/dns?token=${token}`
