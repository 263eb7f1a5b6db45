/** One domain: its records as DNS has them, and what brings it to verified. */

import { Button, Group } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Domain } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate, useParams } from '../../routing/routing.tsx'
import { DeleteButton } from '../../ui/confirm.tsx'
import { IconRefresh } from '../../ui/icons.ts'
import { Back } from '../../ui/links.tsx'
import { May } from '../../ui/may.tsx'
import { notify } from '../../ui/notify.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Badge, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { PublishForm } from './publish-form.tsx'
import { RecordTable } from './record-table.tsx'
import { ShareSection } from './share-section.tsx'
import { domains as words } from './texts.ts'
import { ZoneButtons } from './zone-buttons.tsx'

/** DNS is looked at by the server meanwhile, ever less often; a page in the background does not ask. */
const everyMs = 15_000

/** Whoever has just published a record waits before this page. */
export const askAgainIn = (domain: Domain | undefined): number | undefined =>
  domain === undefined || isComplete(domain) ? undefined : everyMs

const isComplete = ({ records }: Domain): boolean =>
  records.every(record => record.status === 'verified')

export function DomainPage() {
  const { id = '' } = useParams()
  const query = useApi('project.domains.get', { id }, { everyMs: askAgainIn })
  return (
    <>
      <Back to="/domains" text={words.title} />
      <Loaded isPage query={query} lines={8}>
        {domain => <Shown domain={domain} />}
      </Loaded>
    </>
  )
}

interface DomainProps {
  readonly domain: Domain
}

function Shown({ domain }: DomainProps) {
  const say = useSay()
  const verify = useChange('project.domains.verify', 'project.domains')
  const look = () =>
    verify.mutate(
      { id: domain.id },
      {
        onSuccess: ({ records }) => {
          const found = records.filter(record => record.status === 'verified').length
          const said = say(words.looked, { n: found, all: records.length })
          notify(said, { isPart: found < records.length })
        },
      },
    )
  const shown = inOwnLetters(domain.name)
  const inDns = say(words.inDns, { name: domain.name })
  return (
    <>
      <PageTitle title={shown} about={shown === domain.name ? undefined : inDns}>
        <Badge state={domain.status} />
        <May call="project.domains.verify">
          <Button leftSection={<IconRefresh size={16} />} loading={verify.isPending} onClick={look}>
            {say(words.verify)}
          </Button>
        </May>
        <RemoveDomain domain={domain} />
      </PageTitle>
      <Refused error={verify.error} />
      <Section
        title={say(words.records)}
        about={say(words.recordsAbout)}
        aside={
          <Group gap="xs">
            <ZoneButtons name={domain.name} records={domain.records} />
          </Group>
        }
        flush
      >
        <RecordTable records={domain.records} />
      </Section>
      {!isComplete(domain) && (
        <May call="project.domainLink.create">
          <ShareSection id={domain.id} />
        </May>
      )}
      {!isComplete(domain) && (
        <May call="project.domains.publish">
          <PublishForm id={domain.id} />
        </May>
      )}
    </>
  )
}

function RemoveDomain({ domain: { id, name } }: DomainProps) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const remove = useChange('project.domains.delete', 'project.domains', 'limits')
  return (
    <DeleteButton
      call="project.domains.delete"
      look="default"
      what={inOwnLetters(name)}
      about={say(words.removeAbout, { name: inOwnLetters(name) })}
      run={() => remove.mutateAsync({ id })}
      onDone={() => void navigate({ to: where.to('/domains') })}
    />
  )
}
