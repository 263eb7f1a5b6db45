import { Text } from '@mantine/core'
import { useApi, useRefresh } from '../../api/hooks.ts'
import { useLive } from '../../api/live.ts'
import { useWhere } from '../../api/where.ts'
import { useParams } from '../../routing/routing.tsx'
import { Back } from '../../ui/links.tsx'
import { Link, Loaded, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Answers } from './answers.tsx'
import { EmailActions } from './email-actions.tsx'
import { EmailContents } from './email-contents.tsx'
import { EmailSummary } from './email-summary.tsx'
import { emails } from './texts.ts'

/** Where the id is that of an email in the other mode, the way to it. */
function InOtherMode({ id }: { id: string }) {
  const say = useSay()
  const { project, mode } = useWhere()
  const other = mode === 'live' ? 'test' : 'live'
  const { data } = useApi('project.emails.get', { id, mode: other })
  if (!data) return null
  return (
    <Text mb="md" role="status">
      <Link to={`/projects/${project}/${other}/emails/${id}`}>
        {say(other === 'test' ? emails.isInTest : emails.isInLive)}
      </Link>
    </Text>
  )
}

export function EmailPage() {
  const say = useSay()
  const refresh = useRefresh()
  const { id = '' } = useParams()
  const query = useApi('project.emails.get', { id })
  // What stands first is not to push down what is being read.
  const { isPending } = useApi('project.emails.answers', { id })
  const whole = isPending ? { ...query, data: undefined } : query
  useLive(news => {
    if (news === null || news.some(one => one.id === id)) void refresh('project.emails', { id })
  })
  return (
    <>
      <Back to="/emails" text={emails.title} />
      {query.error?.status === 404 && <InOtherMode id={id} />}
      <Loaded isPage query={whole} lines={8}>
        {email => (
          <>
            <PageTitle title={email.subject || say(emails.noSubject)}>
              <EmailActions email={email} />
            </PageTitle>
            <Answers email={email} />
            <EmailSummary email={email} />
            <EmailContents email={email} />
          </>
        )}
      </Loaded>
    </>
  )
}
