/** Where the letters led, who went there, and leading somewhere else after they have gone. */
import { Box, SegmentedControl, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Campaign } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Link as Door, None, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { useDoor } from './doors.ts'
import { LinkMap } from './link-map.tsx'
import { report } from './report-texts.ts'
import type { Link } from './stats.ts'
import { campaigns as words } from './texts.ts'

interface LinksProps {
  readonly campaign: Campaign
  readonly links: readonly Link[]
  /** How many have the letter. */
  readonly got: number
}

export function Links({ campaign, links, got }: LinksProps) {
  const say = useSay()
  const [isMap, setMap] = useState(false)
  const columns = useLinkColumns(campaign.id)
  return (
    <Section
      title={say(words.links)}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={say(words.links)}
          value={isMap ? 'map' : 'table'}
          onChange={next => setMap(next === 'map')}
          data={[
            { value: 'table', label: say(report.asTable) },
            { value: 'map', label: say(report.overLetter) },
          ]}
        />
      }
    >
      {links.length === 0 ? (
        <None>{say(words.noLinks)}</None>
      ) : isMap ? (
        <Box px="md" pb="md">
          <LinkMap campaign={campaign} links={links} got={got} />
        </Box>
      ) : (
        <DataTable
          label={say(words.links)}
          columns={columns}
          rows={links}
          idOf={row => String(row.n)}
        />
      )}
    </Section>
  )
}

function useLinkColumns(id: string): readonly Column<Link>[] {
  const { whole } = useNumbers()
  const door = useDoor(id)
  return useMemo(
    () => [
      {
        id: 'url',
        head: words.link,
        cell: row => <span className="break">{row.mended_url ?? row.url}</span>,
        onPhone: 'title',
      },
      {
        id: 'people',
        head: words.people,
        cell: row =>
          row.people > 0 ? (
            <Door to={door({ link: String(row.n) })}>{whole(row.people)}</Door>
          ) : (
            whole(row.people)
          ),
        sortBy: row => row.people,
        isTight: true,
        isNumber: true,
      },
      {
        id: 'machines',
        head: words.machines,
        cell: row => whole(row.machines),
        isTight: true,
        isNumber: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <MendButton id={id} link={row} />,
        isTight: true,
      },
    ],
    [whole, id, door],
  )
}

function MendButton({ id, link }: { id: string; link: Link }) {
  const say = useSay()
  const title = say(words.mendWhat, { url: link.url })
  return (
    <DialogButton
      call="project.campaigns.mendLink"
      look="row"
      label={say(words.mend)}
      title={title}
      ariaLabel={title}
    >
      {close => <MendForm id={id} link={link} close={close} />}
    </DialogButton>
  )
}

function MendForm({ id, link, close }: { id: string; link: Link; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.campaigns.mendLink', {
    stale: ['project.campaigns'],
    initial: { url: link.mended_url ?? link.url },
    input: ({ url }) => ({ id, n: String(link.n), body: { url: url.trim() || null } }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput
        {...form.field('url')}
        label={say(words.link)}
        description={say(words.mendAbout)}
        data-autofocus
      />
    </ApiForm>
  )
}
