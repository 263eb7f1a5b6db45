/** One call: who asked, what, and what the answer was. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { useParams } from '../../routing/routing.tsx'
import { CodeBlock, CopyWords } from '../../ui/copy.tsx'
import { Back } from '../../ui/links.tsx'
import { Fact, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { curlOf } from './curl.ts'
import { StatusTag } from './requests-page.tsx'
import { requests as words } from './texts.ts'

type Whole = Answer<'project.requests.get'>

export function RequestPage() {
  const { id = '' } = useParams()
  const query = useApi('project.requests.get', { id })
  return (
    <>
      <Back to="/requests" text={words.title} />
      <Loaded isPage query={query}>
        {request => <Shown request={request} />}
      </Loaded>
    </>
  )
}

function Shown({ request }: { request: Whole }) {
  return (
    <>
      <PageTitle title={`${request.method} ${request.path}`}>
        <CopyCurl request={request} />
      </PageTitle>
      <Facts request={request} />
      <Body title={words.request} body={request.request_body} />
      <Body title={words.response} body={request.response_body} />
    </>
  )
}

/** Once it is known where the API is; a message by SMTP has no such form. */
function CopyCurl({ request }: { request: Whole }) {
  const say = useSay()
  const base = useApi('connection.get').data?.base_url
  const command = base && curlOf(request, { base, notWhole: say(words.notWhole) })
  return command ? <CopyWords text={command} label={say(words.curl)} /> : null
}

function Facts({ request }: { request: Whole }) {
  const say = useSay()
  const where = useWhere()
  const { error_code: code, param, email_id: email, query, route } = request
  const { user_agent: agent, idempotency_key: key } = request
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(common.status)}>
          <StatusTag status={request.status} />
        </Fact>
        <Fact name={say(common.created)}>
          <Time at={request.at} form="full" />
        </Fact>
        {code && <Fact name={say(words.code)}>{code}</Fact>}
        {param && <Fact name={say(words.field)}>{param}</Fact>}
        {query && <Fact name="?">{query}</Fact>}
        {route && (
          <Fact name={say(words.route)}>
            <Link
              to={where.to(`/requests?${new URLSearchParams({ route })}`)}
              className="link mono"
            >
              {route}
            </Link>
          </Fact>
        )}
        <Fact name={say(words.key)}>
          <Link to={where.to(`/requests?key_id=${request.key_id}`)} className="link mono">
            {request.key_prefix}…
          </Link>
        </Fact>
        {email && (
          <Fact name={say(words.email)}>
            <Link to={where.to(`/emails/${email}`)}>{say(words.seeEmail)}</Link>
          </Fact>
        )}
        <Fact name={say(words.took)}>{request.duration_ms} ms</Fact>
        <Fact name={say(words.from)}>{request.ip}</Fact>
        {agent && <Fact name={say(words.agent)}>{agent}</Fact>}
        {key && <Fact name={say(words.idempotency)}>{key}</Fact>}
        <Fact name="Request-Id">{request.id}</Fact>
      </dl>
    </Section>
  )
}

function Body({ title, body }: { title: Words; body: string | null }) {
  const say = useSay()
  return (
    <Section title={say(title)}>
      {body ? (
        <CodeBlock code={pretty(body)} what={say(title)} />
      ) : (
        <Text c="dimmed">{say(words.noBody)}</Text>
      )}
    </Section>
  )
}

/** What is cut in the middle stays as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
