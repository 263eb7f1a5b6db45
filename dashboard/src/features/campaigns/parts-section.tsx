/** The figures of a campaign in parts: by who receives the mail, by variant, by language. */
import { Group, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FileButton } from '../../ui/export.tsx'
import { useProviderName } from '../../ui/provider.ts'
import { Link, None, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { languageName } from '../letters/variant.ts'
import { useDoor } from './doors.ts'
import { type CampaignReport, type Part, sumOf } from './stats.ts'
import { campaigns as words } from './texts.ts'

const kinds = ['provider', 'language', 'variant', 'hour'] as const
type Kind = (typeof kinds)[number]

interface PartsSectionProps {
  readonly campaign: Campaign
  readonly report: CampaignReport
}

export function PartsSection({ campaign, report }: PartsSectionProps) {
  const say = useSay()
  const [by, setBy] = useState<Kind>(campaign.ab === null ? 'provider' : 'variant')
  const rows = report[by]
  const columns = usePartColumns(campaign.id, by)
  return (
    <Section
      title={say(words.parts)}
      flush
      aside={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={say(words.parts)}
            value={by}
            onChange={value => setBy(value as Kind)}
            data={kinds
              .filter(kind => kind !== 'variant' || campaign.ab !== null)
              .map(value => ({ value, label: say(words[value]) }))}
          />
          <FileButton
            call="project.campaigns.stats"
            input={{ id: campaign.id, by, format: 'csv' }}
            file={`${campaign.name}-${by}.csv`}
            label="CSV"
          />
        </Group>
      }
    >
      {rows.length === 0 ? (
        <None>{say(words.noParts)}</None>
      ) : (
        <DataTable label={say(words.parts)} columns={columns} rows={rows} idOf={row => row.key} />
      )}
    </Section>
  )
}

/** What is captured is not delivered, and counts as if it were. */
function usePartColumns(id: string, by: Kind): readonly Column<Part>[] {
  const { language } = useSpeech()
  const { whole, share } = useNumbers()
  const { short } = useTimes()
  const provider = useProviderName()
  const isTest = useWhere().mode === 'test'
  const door = useDoor(id)
  return useMemo(() => {
    const nameOf = (key: string): string => {
      if (by === 'provider') return provider(key)
      if (by === 'language') return languageName(key, language)
      if (by === 'hour') return short(key)
      return by === 'variant' ? key.toUpperCase() : key
    }
    const got = (row: Part): number => (isTest ? row.released : row.delivered) ?? 0
    const number = (id: string, head: Column<Part>['head'], of: (row: Part) => number) => ({
      id,
      head,
      cell: (row: Part) => whole(of(row)),
      sortBy: of,
      isNumber: true,
    })
    const rate = (id: string, head: Column<Part>['head'], of: (row: Part) => number) => ({
      ...number(id, head, of),
      cell: (row: Part) =>
        got(row) > 0 ? `${whole(of(row))} (${share(of(row) / got(row))})` : whole(of(row)),
    })
    return [
      {
        id: 'key',
        head: words[by],
        cell: (row: Part) =>
          by === 'variant' ? (
            <Link to={door({ variant: row.key })}>{nameOf(row.key)}</Link>
          ) : (
            nameOf(row.key)
          ),
        onPhone: 'title' as const,
      },
      number('released', words.released, row => row.released ?? 0),
      number('delivered', isTest ? words.captured : words.delivered, got),
      number('bounced', words.bounced, row => sumOf(row.bounced)),
      number('complained', words.complained, row => row.complained ?? 0),
      rate('opened', words.opened, row => row.opened?.people ?? 0),
      rate('clicked', words.clicked, row => row.clicked.people),
      number(
        'machines',
        words.machines,
        row => (row.opened?.machines_only ?? 0) + row.clicked.machines_only,
      ),
    ]
  }, [by, door, isTest, language, provider, short, whole, share])
}
