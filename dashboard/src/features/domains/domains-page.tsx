/** The sending domains of the project. */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import type { Domain } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { IconPlus, IconWorld } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { FormDialog } from '../../ui/old-form.tsx'
import { Badge, Empty, Link, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { RecordCard } from './record.tsx'
import { domains as words } from './texts.ts'

export function DomainsPage() {
  const say = useSay()
  const where = useWhere()
  const list = useList('project.domains.list')
  const [isOpen, { open, close }] = useDisclosure()
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {say(words.add)}
    </Button>
  )
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        {add}
      </PageTitle>
      {isOpen && <AddDialog close={close} />}
      <Section flush>
        <Loaded query={list}>
          {rows =>
            rows.length === 0 ? (
              <Empty icon={IconWorld} title={say(words.none)} about={say(words.noneAbout)} />
            ) : (
              <table className="table rows">
                <thead>
                  <tr>
                    <th>{say(words.name)}</th>
                    <th className="tight">{say(common.status)}</th>
                    <th className="tight wide">{say(words.verifiedAt)}</th>
                    <th className="tight wide">{say(common.created)}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(row => (
                    <tr key={row.id}>
                      <td className="wrap">
                        <Link to={where.to(`/domains/${row.id}`)} className="row-link">
                          {row.name}
                        </Link>
                      </td>
                      <td className="tight">
                        <Badge state={row.status} />
                      </td>
                      <td className="tight wide dim">
                        {row.verified_at ? <Time at={row.verified_at} /> : '–'}
                      </td>
                      <td className="tight wide dim">
                        <Time at={row.created_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}

function AddDialog({ close }: { close: () => void }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [token, setToken] = useState('')
  const create = useChange('project.domains.create', 'project.domains', 'limits')
  const claim = useChange('project.domains.claim')
  const go = (domain: Domain) => void navigate({ to: where.to(`/domains/${domain.id}`) })
  const submit = () =>
    create.mutate(
      {
        body: { name: name.trim(), ...(token === '' ? {} : { dns_token: token.trim() }) },
      },
      { onSuccess: go },
    )
  return (
    <FormDialog
      title={say(words.add)}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(common.add)}
      isRunning={create.isPending}
      error={create.error}
    >
      <TextInput
        label={say(words.name)}
        description={say(words.nameAbout)}
        placeholder="example.com"
        required
        data-autofocus
        autoCapitalize="none"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <PasswordInput
        label={say(words.token)}
        description={say(words.tokenAbout)}
        autoComplete="off"
        value={token}
        onChange={event => setToken(event.currentTarget.value)}
      />
      {create.error?.code === 'domain_exists' && (
        <div className="tile">
          <p style={{ margin: '0 0 8px' }}>{say(words.claimAbout)}</p>
          <Button
            variant="default"
            loading={claim.isPending}
            onClick={() => claim.mutate({ body: { name: name.trim() } })}
          >
            {say(words.claim)}
          </Button>
          <Refused error={claim.error} />
          {claim.data && <Claim claim={claim.data} onWon={go} />}
        </div>
      )}
    </FormDialog>
  )
}

/** The proof to publish, and the look at it. */
function Claim({ claim, onWon }: { claim: Domain; onWon: (domain: Domain) => void }) {
  const say = useSay()
  const verify = useChange('project.domains.verify', 'project.domains')
  const look = () =>
    verify.mutate(
      { id: claim.id },
      {
        onSuccess: domain => {
          if (!domain.records.some(record => record.purpose === 'claim')) onWon(domain)
        },
      },
    )
  const shown = verify.data ?? claim
  return (
    <>
      <p>{say(words.claimed)}</p>
      {shown.records.map(record => (
        <RecordCard key={record.name} record={record} />
      ))}
      <Button mt="sm" loading={verify.isPending} onClick={look}>
        {say(words.verifyClaim)}
      </Button>
      <Refused error={verify.error} />
    </>
  )
}
