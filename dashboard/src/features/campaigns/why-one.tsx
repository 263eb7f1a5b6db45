/** Why one person got a campaign, or did not: a sentence, then each check up to the one that said no. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Loaded } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { AudienceTree } from './audience-tree.tsx'
import { report as words } from './report-texts.ts'
import { campaigns, waitTexts } from './texts.ts'

type Why = Answer<'project.campaigns.recipient'>

interface WhyOneProps {
  readonly campaign: string
  /** con_… or an address. */
  readonly contact: string
}

export function WhyOne({ campaign, contact }: WhyOneProps) {
  const say = useSay()
  const query = useApi('project.campaigns.recipient', { id: campaign, contact })
  if (query.error?.status === 404) {
    return <Text role="status">{say(words.whyUnknown, { email: contact })}</Text>
  }
  return (
    <Loaded query={query} lines={3}>
      {why => <Said why={why} />}
    </Loaded>
  )
}

function Said({ why }: { why: Why }) {
  const say = useSay()
  const where = useWhere()
  const times = useTimes()
  const { explanation, because, email_id: email, next } = why
  return (
    <div role="status">
      <Text fw={600} mb="xs">
        {explanation}{' '}
        {email && <Link to={where.to(`/emails/${email}`)}>{say(campaigns.seeEmail)}</Link>}
      </Text>
      {next && (
        <Text size="sm" mb="xs">
          {say(next.at ? words.whyNextAt : words.whyNext, {
            reason: sayOf(say, waitTexts, next.reason),
            at: next.at ? times.full(next.at) : '',
          })}
        </Text>
      )}
      {because.map(({ check, result, explanation: said, tree }) => (
        <Verdict key={check} isTrue={result} text={said}>
          {tree && <AudienceTree tree={tree} />}
        </Verdict>
      ))}
    </div>
  )
}
