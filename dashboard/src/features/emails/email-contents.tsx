/** What an email says, and what became of it: timeline, preview, parts, headers, the whole. */
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApi, useUrl } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import type { EmailContent, EmailWithEvents } from '../../api/shapes.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { useFile } from '../../ui/export.tsx'
import { IconDownload, IconMail } from '../../ui/icons.ts'
import { Empty, Loaded, Section } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay, withoutTurning } from '../../ui/words.tsx'
import { CheckPanel, isCheckable } from './check-panel.tsx'
import { Preview } from './preview.tsx'
import { email as words } from './texts.ts'
import { Timeline } from './timeline.tsx'

const panels = {
  timeline: Timeline,
  preview: ReaderView,
  text: TextPart,
  source: HtmlSource,
  attachments: Attachments,
  check: CheckPanel,
  headers: Headers,
  raw: Raw,
} as const
const tabs = Object.keys(panels) as (keyof typeof panels)[]

interface PanelProps {
  readonly email: EmailWithEvents
}

export function EmailContents({ email }: PanelProps) {
  const mayCheck = useMay('project.emails.check') && isCheckable(email)
  return (
    <AddressTabs
      tabs={tabs
        .filter(tab => tab !== 'check' || mayCheck)
        .map(tab => {
          const Panel = panels[tab]
          return { id: tab, label: words[tab], content: () => <Panel email={email} /> }
        })}
    />
  )
}

function ReaderView({ email }: PanelProps) {
  const url = useUrl()
  return <Preview src={url('project.emails.preview', { id: email.id })} subject={email.subject} />
}

interface ContentProps extends PanelProps {
  readonly children: (content: EmailContent) => ReactNode
}

function Content({ email, children }: ContentProps) {
  const query = useApi('project.emails.content', { id: email.id })
  return <Loaded query={query}>{children}</Loaded>
}

function TextPart({ email }: PanelProps) {
  const say = useSay()
  return (
    <Content email={email}>
      {({ text, text_made: made }) => (
        <>
          {made !== undefined && (
            <Text size="sm" c="dimmed" mb="sm">
              {say(words.textMade)}
            </Text>
          )}
          {text || made ? (
            <CodeBlock code={text || made || ''} what={say(words.text)} />
          ) : (
            say(words.noText)
          )}
        </>
      )}
    </Content>
  )
}

function HtmlSource({ email }: PanelProps) {
  const say = useSay()
  return (
    <Content email={email}>
      {({ html }) =>
        html ? <CodeBlock code={html} what={say(words.source)} /> : say(words.noHtml)
      }
    </Content>
  )
}

function Headers({ email }: PanelProps) {
  const say = useSay()
  return (
    <Content email={email}>
      {({ headers }) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        if (lines.length === 0) return <Text c="dimmed">{say(words.noHeaders)}</Text>
        return <CodeBlock code={lines.join('\n')} what={say(words.headers)} />
      }}
    </Content>
  )
}

function Attachments({ email }: PanelProps) {
  const say = useSay()
  return (
    <Content email={email}>
      {({ attachments }) =>
        attachments.length === 0 ? (
          <Text c="dimmed">{say(words.noAttachments)}</Text>
        ) : (
          <Section>
            <ul className="plain-list">
              {attachments.map((file, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
                <AttachedFile key={n} id={email.id} n={n} file={file} />
              ))}
            </ul>
          </Section>
        )
      }
    </Content>
  )
}

interface AttachedFileProps {
  readonly id: string
  /** Its place in the email. */
  readonly n: number
  readonly file: EmailContent['attachments'][number]
}

function AttachedFile({ id, n, file: { filename, size_bytes: size } }: AttachedFileProps) {
  const say = useSay()
  const { bytes } = useNumbers()
  const name = withoutTurning(filename)
  const input = { id, n: String(n) }
  const { fetchFile, isReading } = useFile({
    call: 'project.emails.attachment',
    input,
    file: name,
  })
  return (
    <li className="wrap attached-file">
      <span>
        <bdi>{name}</bdi> <span className="dim">{bytes(size)}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        aria-label={say(words.downloadFile, { name })}
        loading={isReading}
        onClick={fetchFile}
      >
        {say(words.download)}
      </Button>
    </li>
  )
}

/** Past this a browser grows slow; the size says what is missing. */
const maxShownChars = 400_000

function Raw({ email }: PanelProps) {
  const say = useSay()
  const { bytes } = useNumbers()
  const query = useApi('project.emails.raw', { id: email.id })
  return (
    <Loaded query={query}>
      {raw =>
        raw === '' ? (
          <Empty icon={IconMail} title={say(words.noText)} />
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {say(words.size, { size: bytes(new Blob([raw]).size) })}
            </Text>
            <CodeBlock code={raw.slice(0, maxShownChars)} what={say(words.raw)} />
          </>
        )
      }
    </Loaded>
  )
}
