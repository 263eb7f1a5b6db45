import { useParams } from '@tanstack/react-router'
import { useApi, useRefresh } from '../../api/hooks.ts'
import { useLive } from '../../api/live.ts'
import { Back } from '../../ui/links.tsx'
import { Loaded, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Answers } from './answers.tsx'
import { EmailActions } from './email-actions.tsx'
import { EmailContents } from './email-contents.tsx'
import { EmailSummary } from './email-summary.tsx'
import { emails } from './texts.ts'

export function EmailPage() {
  const say = useSay()
  const refresh = useRefresh()
  const { id = '' } = useParams({ strict: false })
  const query = useApi('project.emails.get', { id })
  useLive(news => {
    if (news === null || news.some(one => one.id === id)) void refresh('project.emails', { id })
  })
  return (
    <>
      <Back to="/emails" text={emails.title} />
      <Loaded query={query} lines={8}>
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
