/** What was published: when, how it differs from the draft, and the way back to it. */
import { SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange, useLook } from '../../api/hooks.ts'
import type { Template } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { Loaded, None, Section, Tag } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import type { PreviewLetter } from '../letters/letter-preview.tsx'
import { differenceOf, excerptOf } from './difference.ts'
import { templates as words } from './texts.ts'

type Version = Answer<'project.templates.versions'>['data'][number]

interface VersionsSectionProps {
  readonly template: Template
  readonly language: string
  readonly reload: () => Promise<void>
}

const maxShown = 100

export function VersionsSection(props: VersionsSectionProps) {
  const say = useSay()
  const query = useApi('project.templates.versions', { id: props.template.id, limit: maxShown })
  const columns = useVersionColumns(props)
  return (
    <Section title={say(words.versions)} about={say(words.versionsAbout)} flush>
      <Loaded query={query} lines={3}>
        {({ data, has_more: hasMore }) =>
          data.length === 0 ? (
            <None>{say(words.noVersions)}</None>
          ) : (
            <DataTable
              label={say(words.versions)}
              columns={columns}
              rows={data}
              idOf={row => String(row.version)}
              hasMore={hasMore}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function useVersionColumns({
  template,
  language,
  reload,
}: VersionsSectionProps): readonly Column<Version>[] {
  const say = useSay()
  const { id, published_version: current } = template
  return useMemo(
    () => [
      {
        id: 'version',
        head: words.version,
        cell: row => say(words.versionN, { n: row.version }),
        onPhone: 'title',
      },
      {
        id: 'current',
        head: common.status,
        cell: row => row.version === current && <Tag tone="good">{say(words.current)}</Tag>,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'at',
        head: words.publishedAt,
        cell: row => <Time at={row.published_at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => (
          <span className="row-acts">
            <DialogButton
              look="row"
              label={say(words.compare)}
              title={say(words.compareWhat, { n: row.version })}
              ariaLabel={`${say(words.compare)}: ${say(words.versionN, { n: row.version })}`}
              size="xl"
            >
              {() => <Difference id={id} version={row.version} language={language} />}
            </DialogButton>
            <Restore id={id} version={row.version} reload={reload} />
          </span>
        ),
        isTight: true,
      },
    ],
    [say, id, current, language, reload],
  )
}

interface RestoreProps {
  readonly id: string
  readonly version: number
  readonly reload: () => Promise<void>
}

function Restore({ id, version, reload }: RestoreProps) {
  const say = useSay()
  const restore = useChange('project.templates.restore', 'project.templates')
  return (
    <ConfirmButton
      call="project.templates.restore"
      look="row"
      label={say(words.restore)}
      title={say(words.restoreWhat, { n: version })}
      about={say(words.restoreAbout)}
      done={say(words.restored, { n: version })}
      run={async () => {
        await restore.mutateAsync({ id, version: String(version) })
        await reload()
      }}
    />
  )
}

type Side = 'text' | 'html'

interface DifferenceProps {
  readonly id: string
  readonly version: number
  readonly language: string
}

function Difference({ id, version, language }: DifferenceProps) {
  const say = useSay()
  const [side, setSide] = useState<Side>('text')
  const before = useLook('project.templates.preview', { id, body: { version, language } })
  const after = useLook('project.templates.preview', { id, body: { language } })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {say(words.compareAbout)}
      </Text>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={say(words.compared)}
        value={side}
        onChange={value => setSide(value as Side)}
        data={[
          { value: 'text', label: say(words.asText) },
          { value: 'html', label: say(words.asHtml) },
        ]}
      />
      <Loaded query={before} lines={4}>
        {old => (
          <Loaded query={after} lines={4}>
            {now => <Lines before={sourceOf(old, side)} after={sourceOf(now, side)} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** Subject and preheader are a part of a letter, and its first lines. */
const sourceOf = ({ subject, preheader, text, html }: PreviewLetter, side: Side): string =>
  [subject, preheader ?? '', (side === 'text' ? text : html) ?? ''].join('\n')

const signs = { same: ' ', more: '+', less: '−' } as const

function Lines({ before, after }: { before: string; after: string }) {
  const say = useSay()
  const lines = useMemo(() => excerptOf(differenceOf(before, after)), [before, after])
  if (lines.length === 0) return <p className="dim">{say(words.same)}</p>
  return (
    <pre className="difference">
      {lines.map((line, n) =>
        line === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone
          <span key={n} className="dim">
            …
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={n} data-kind={line.kind}>{`${signs[line.kind]} ${line.text}`}</span>
        ),
      )}
    </pre>
  )
}
