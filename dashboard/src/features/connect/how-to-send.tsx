/** How programs send by this installation: its own addresses and ports, ready to paste. */
import { Tabs, Text } from '@mantine/core'
import { useApi, useMe } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { Fact, Link, Loaded, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import {
  anyUser,
  type Connection,
  type Door,
  type Program,
  programsFor,
  type Sample,
} from './programs.ts'
import { connect as words } from './texts.ts'

/** With the key that was just made, while it is shown. */
export function HowToSend({ secret }: { secret: string | null }) {
  const say = useSay()
  const query = useApi('connection.get')
  return (
    <Section title={say(words.title)} about={say(secret ? words.withKey : words.about)}>
      <Loaded query={query}>
        {connection => (
          <>
            <SmtpSettings doors={connection.smtp} />
            <Programs connection={connection} secret={secret} />
            <ReadOn />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SmtpSettings({ doors }: { doors: readonly Door[] }) {
  const say = useSay()
  const hosts = [...new Set(doors.map(({ host }) => host))]
  if (hosts.length === 0) {
    return (
      <Text size="sm" c="dimmed" mb="md">
        {say(words.off)}
      </Text>
    )
  }
  return (
    <section aria-label={say(words.smtp)}>
      <Text component="h3" fw={600} mb="xs">
        {say(words.smtp)}
      </Text>
      <dl className="facts" style={{ marginBottom: 20 }}>
        <Fact name={say(words.host)}>
          {hosts.map(host => (
            <div key={host} className="copied-fact">
              <code className="mono break">{host}</code>
              <CopyButton text={host} what={say(words.host)} />
            </div>
          ))}
        </Fact>
        <Fact name={say(doors.length > 1 ? words.ports : words.port)}>
          {doors.map(({ host, port, encryption }) => (
            <div key={`${host}:${port}`}>
              <code className="mono">{port}</code> <span>{say(words[encryption])}</span>
            </div>
          ))}
        </Fact>
        <Fact name={say(words.user)}>{say(words.anyUser, { user: anyUser })}</Fact>
        <Fact name={say(words.password)}>{say(words.passwordAbout)}</Fact>
      </dl>
    </section>
  )
}

interface ProgramsProps {
  readonly connection: Connection
  readonly secret: string | null
}

function Programs({ connection, secret }: ProgramsProps) {
  const say = useSay()
  const { mode } = useWhere()
  const me = useMe()
  const domain = useVerified()
  const sample: Sample = {
    connection,
    key: secret ?? `svc_${mode}_…`,
    from: `hello@${domain ?? 'example.com'}`,
    to: me.user.email,
    subject: say(words.example),
    text: say(words.exampleText),
  }
  const programs = programsFor(connection)
  return (
    <>
      {domain === null && mode === 'live' && <NoSender />}
      <Tabs defaultValue={programs[0]!.id} keepMounted={false}>
        <Tabs.List mb="sm" className="tabs" aria-label={say(words.program)}>
          {programs.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {programs.map(program => (
          <Tabs.Panel key={program.id} value={program.id}>
            <Pastes program={program} sample={sample} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** A domain of the project that may send; undefined while that is asked. */
function useVerified(): string | null | undefined {
  const { data } = useApi('project.domains.list', { mode: 'live' })
  return data && (data.data.find(({ status }) => status === 'verified')?.name ?? null)
}

function NoSender() {
  const say = useSay()
  const where = useWhere()
  return (
    <Text size="sm" mb="sm">
      {say(words.sender)} <Link to={where.to('/domains')}>{say(words.domains)}</Link>
    </Text>
  )
}

function Pastes({ program: { name, pastes }, sample }: { program: Program; sample: Sample }) {
  const say = useSay()
  return pastes(sample).map(({ where, code }) => (
    <div key={where} style={{ marginBottom: 12 }}>
      <Text size="sm" c="dimmed" mb={4} className="mono">
        {where}
      </Text>
      <CodeBlock code={code} what={say(words.pasted, { name, where })} />
    </div>
  ))
}

function ReadOn() {
  const say = useSay()
  const pages = [
    { text: words.resendDocs, page: words.resendPage },
    { text: words.smtpDocs, page: words.smtpPage },
    { text: words.frameworkDocs, page: words.frameworkPage },
  ]
  return (
    <Text size="sm">
      {say(words.readOn)}{' '}
      {pages.map(({ text, page }, n) => (
        <span key={page.en}>
          {n > 0 && ' · '}
          <a className="link" href={say(page)} target="_blank" rel="noreferrer">
            {say(text)}
          </a>
        </span>
      ))}
    </Text>
  )
}
