/** Adding a sending domain, and claiming one that somebody else has registered. */
import { Button, Text, TextInput } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import type { Domain } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { Refused } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { domainIn } from './pasted-domain.ts'
import { RecordTable } from './record-table.tsx'
import { domains as words } from './texts.ts'

export function AddForm({ close }: { close: () => void }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const go = (domain: Domain) => void navigate({ to: where.to(`/domains/${domain.id}`) })
  const form = useApiForm('project.domains.create', {
    stale: ['project.domains', 'limits'],
    initial: { name: '', token: '' },
    params: { dns_token: 'token' },
    input: ({ name, token }) => ({
      body: { name: domainIn(name), ...(token && { dns_token: token.trim() }) },
    }),
    onDone: go,
  })
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <TextInput
        {...form.field('name')}
        label={say(words.name)}
        description={say(words.nameAbout)}
        placeholder="example.com"
        required
        data-autofocus
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <WillAdd typed={form.values.name} />
      <SecretInput
        {...form.field('token')}
        label={say(words.token)}
        description={say(words.tokenAbout)}
        autoComplete="off"
      />
      {form.error?.code === 'domain_exists' && (
        <Claim name={domainIn(form.values.name)} onWon={go} />
      )}
    </ApiForm>
  )
}

/** Says which name it is, where that is not what was typed. */
function WillAdd({ typed }: { typed: string }) {
  const say = useSay()
  const name = domainIn(typed)
  return (
    <Text size="sm" role="status" className="wrap">
      {name !== typed.trim() && say(words.willAdd, { name })}
    </Text>
  )
}

type OnWon = (domain: Domain) => void

function Claim({ name, onWon }: { name: string; onWon: OnWon }) {
  const say = useSay()
  const claim = useChange('project.domains.claim')
  return (
    <div className="tile">
      <p style={{ margin: '0 0 8px' }}>{say(words.claimAbout)}</p>
      <Button
        variant="default"
        loading={claim.isPending}
        onClick={() => claim.mutate({ body: { name } })}
      >
        {say(words.claim)}
      </Button>
      <Refused error={claim.error} />
      {claim.data && <Proof claim={claim.data} onWon={onWon} />}
    </div>
  )
}

/** The record to publish, and the look at it. */
function Proof({ claim, onWon }: { claim: Domain; onWon: OnWon }) {
  const say = useSay()
  const verify = useChange('project.domains.verify', 'project.domains')
  const settle = (domain: Domain) => {
    if (!domain.records.some(record => record.purpose === 'claim')) onWon(domain)
  }
  const shown = verify.data ?? claim
  return (
    <>
      <p>{say(words.claimed)}</p>
      <RecordTable records={shown.records} />
      <Button
        mt="sm"
        loading={verify.isPending}
        onClick={() => verify.mutate({ id: claim.id }, { onSuccess: settle })}
      >
        {say(words.verifyClaim)}
      </Button>
      <Refused error={verify.error} />
    </>
  )
}
