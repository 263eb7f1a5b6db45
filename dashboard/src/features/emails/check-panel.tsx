/** What sending an email in production would do now: refused or not, to whom not, and what looks odd. */
import { Button, Group, Text } from '@mantine/core'
import type { InputOf } from '../../api/calls.ts'
import { useApi, useLook } from '../../api/hooks.ts'
import type { EmailContent, EmailWithEvents } from '../../api/shapes.ts'
import { Loaded, Section, Tag } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Findings } from '../letters/findings.tsx'
import { checking as words } from './texts.ts'

type CheckInput = InputOf<'project.emails.check'>

interface EmailProps {
  readonly email: EmailWithEvents
}

/** Whether there is an email to write once more: others are made of a letter, or carried as they came. */
export const isCheckable = (email: EmailWithEvents): boolean =>
  !email.submitted && !email.campaign_id && !email.sequence_id

export function CheckPanel({ email }: EmailProps) {
  const query = useApi('project.emails.content', { id: email.id })
  return <Loaded query={query}>{content => <Checked email={email} content={content} />}</Loaded>
}

interface CheckedProps extends EmailProps {
  readonly content: EmailContent
}

function Checked({ email, content }: CheckedProps) {
  const say = useSay()
  const query = useLook('project.emails.check', inputOf(email, content))
  const { isFetching, refetch } = query
  return (
    <Section>
      <Group justify="space-between" gap="sm" mb="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {say(words.about)}
          {content.attachments.length > 0 && ` ${say(words.withoutFiles)}`}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {say(words.again)}
        </Button>
      </Group>
      <Loaded query={query} lines={4}>
        {({ ok, checks }) => (
          <>
            <p role="status">
              <Tag tone={ok ? 'good' : 'bad'}>{say(ok ? words.sent : words.refused)}</Tag>
            </p>
            <Findings findings={checks} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** As it was asked for. Whom it did not reach then is looked at as of now. */
function inputOf(email: EmailWithEvents, content: EmailContent): CheckInput {
  const { from, to, cc, bcc, reply_to, subject, stream, tags, metadata } = email
  const { html, text, headers } = content
  return {
    mode: 'live',
    body: {
      ...{ from, to, subject, stream, tags, metadata, headers },
      ...(cc && { cc }),
      ...(bcc && { bcc }),
      ...(reply_to && { reply_to }),
      ...(html !== undefined && { html }),
      ...(text !== undefined && { text }),
    },
  }
}
