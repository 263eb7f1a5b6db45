/** One domain: its records as DNS has them, and what brings it to verified. */

import { Button, PasswordInput, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Domain } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { Form } from '../../ui/old-form.tsx'
import { Badge, Link, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { RecordCard } from './record.tsx'
import { domains as words } from './texts.ts'

export function DomainPage() {
  const say = useSay()
  const where = useWhere()
  const { id = '' } = useParams({ strict: false })
  const query = useApi('project.domains.get', { id })
  return (
    <>
      <Text size="sm" mb={6}>
        <Link to={where.to('/domains')}>{say(words.title)}</Link>
      </Text>
      <Loaded query={query} lines={8}>
        {domain => <Shown domain={domain} />}
      </Loaded>
    </>
  )
}

function Shown({ domain }: { domain: Domain }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const verify = useChange('project.domains.verify', 'project.domains')
  const remove = useChange('project.domains.delete', 'project.domains', 'limits')
  const look = () =>
    verify.mutate({ id: domain.id }, { onSuccess: () => notify(say(words.looked)) })
  return (
    <>
      <PageTitle title={domain.name}>
        <Badge state={domain.status} />
        <Button leftSection={<IconRefresh size={16} />} loading={verify.isPending} onClick={look}>
          {say(words.verify)}
        </Button>
        <Confirm
          title={say(common.removeWhat, { what: domain.name })}
          about={say(words.removeAbout, { name: domain.name })}
          action={say(common.remove)}
          run={async () => {
            await remove.mutateAsync({ id: domain.id })
            notify(say(common.removed))
            void navigate({ to: where.to('/domains') })
          }}
        >
          {open => (
            <Button variant="default" onClick={open}>
              {say(common.remove)}
            </Button>
          )}
        </Confirm>
      </PageTitle>
      <Refused error={verify.error} />
      <Section title={say(words.records)} about={say(words.recordsAbout)}>
        {domain.records.map(record => (
          <RecordCard key={`${record.type} ${record.name} ${record.value}`} record={record} />
        ))}
      </Section>
      {domain.records.some(record => record.status !== 'verified') && <Automatic id={domain.id} />}
    </>
  )
}

function Automatic({ id }: { id: string }) {
  const say = useSay()
  const [token, setToken] = useState('')
  const write = useChange('project.domains.publish', 'project.domains')
  const submit = () =>
    write.mutate(
      { id, body: { token: token.trim() } },
      {
        onSuccess: () => {
          setToken('')
          notify(say(words.written))
        },
      },
    )
  return (
    <Section title={say(words.automatic)}>
      <Form
        submit={submit}
        action={say(words.write)}
        isRunning={write.isPending}
        error={write.error}
      >
        <PasswordInput
          label={say(words.token)}
          description={say(words.tokenAbout)}
          autoComplete="off"
          required
          maw={480}
          value={token}
          onChange={event => setToken(event.currentTarget.value)}
        />
      </Form>
    </Section>
  )
}
