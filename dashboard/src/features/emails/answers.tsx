/**
 * The answer first: whether the email reached each of its recipients, what can be done for them, and
 * a reply for whoever asks.
 */

import { Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useApi, useChange } from '../../api/hooks.ts'
import type { EmailWithEvents, RecipientAnswer } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { IconCheck, IconCopy } from '../../ui/icons.ts'
import { LaterMenu } from '../../ui/later-menu.tsx'
import { laterPart } from '../../ui/later-part.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link, Section, Tag, type Tone } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { outcomeTexts, email as words } from './texts.ts'

/** Those it did not reach come first; of more, the page below tells. */
const maxShown = 5

const tones = { reached: 'good', waiting: 'wait', not_reached: 'bad' } as const satisfies Record<
  RecipientAnswer['outcome'],
  Tone
>

export function Answers({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  const { data } = useApi('project.emails.answers', { id: email.id })
  if (data === undefined || data.data.length === 0) return null
  const shown = data.data.slice(0, maxShown)
  const more = data.data.length - shown.length
  return (
    <Section title={say(words.answer)}>
      <ul className="answers">
        {shown.map(answer => (
          <li key={answer.address}>
            <Text className="wrap" fw={600}>
              <Tag tone={tones[answer.outcome]}>{say(outcomeTexts[answer.outcome])}</Tag>{' '}
              {answer.headline}
            </Text>
            <Group gap="xs" mt="xs">
              <OnceMore email={email} answer={answer} />
              <CopyReply answer={answer} />
            </Group>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {say(words.answersMore, { n: more })}
        </Text>
      )}
    </Section>
  )
}

/** What can be done for somebody whom it did not reach. */
function OnceMore({ email, answer }: { email: EmailWithEvents; answer: RecipientAnswer }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const unblock = useChange('project.suppressions.delete', 'project.suppressions')
  const resend = useChange('project.emails.resend', 'project.emails')
  if (answer.outcome !== 'not_reached') return null
  const { address, suppression } = answer
  const send = async () => {
    if (suppression !== null) await unblock.mutateAsync({ id: suppression.id })
    const { id } = await resend.mutateAsync({ id: email.id, body: { to: [address] } })
    void navigate({ to: where.to(`/emails/${id}`) })
  }
  const isTheirWill = suppression?.reason === 'unsubscribe' || suppression?.reason === 'complaint'
  return (
    <>
      {suppression !== null && (
        <Link to={where.to(`/suppressions?q=${encodeURIComponent(address)}`)}>
          {say(words.seeSuppression)}
        </Link>
      )}
      <ConfirmButton
        call={suppression === null ? 'project.emails.resend' : 'project.suppressions.delete'}
        look="row"
        title={say(suppression === null ? words.resendToOne : words.unblock)}
        about={say(
          suppression === null
            ? words.resendToOneAbout
            : isTheirWill
              ? words.unblockWillAbout
              : words.unblockAbout,
          { address: inOwnLetters(address) },
        )}
        done={say(words.resent)}
        run={send}
      />
    </>
  )
}

const replyMenu = laterPart(() => import('./reply-menu.tsx'), 'ReplyMenu')

/** In the language of whoever asked, which need not be the reader's. */
function CopyReply({ answer: { reply } }: { answer: RecipientAnswer }) {
  const say = useSay()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    >
      {say(copied ? words.replyCopied : words.copyReply)}
    </Button>
  )
  return (
    <LaterMenu button={button} menu={replyMenu}>
      {(ReplyMenu, target) => <ReplyMenu button={target} reply={reply} copy={copy} />}
    </LaterMenu>
  )
}
