/** Who the person is at an identity provider, and unlinking that; nothing where it is nobody. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { settings as words } from './texts.ts'

type Identity = Answer<'identities.list'>['data'][number]

export function IdentitiesSection() {
  const say = useSay()
  const { data } = useApi('identities.list')
  if (!data || data.data.length === 0) return null
  return (
    <Section title={say(words.identities)} about={say(words.identitiesAbout)}>
      <ul className="checklist">
        {data.data.map(identity => (
          <IdentityLine key={identity.id} identity={identity} />
        ))}
      </ul>
    </Section>
  )
}

/** The host says who it is: `https://login.example.com/realms/main`. */
const hostOf = (issuer: string): string => URL.parse(issuer)?.host ?? issuer

function IdentityLine({ identity }: { identity: Identity }) {
  const say = useSay()
  const unlink = useChange('identities.delete', 'identities')
  const { id, issuer, email } = identity
  const title = say(words.unlinkFrom, { name: hostOf(issuer) })
  return (
    <li>
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Text className="wrap">
          {hostOf(issuer)} · {email}
        </Text>
        <Text size="sm" c="dimmed">
          {say(words.linked)} <Time at={identity.linked_at} />
          {' · '}
          {say(words.lastUsed)} <Time at={identity.last_used_at} />
        </Text>
      </div>
      <ConfirmButton
        look="row"
        label={say(words.unlink)}
        ariaLabel={title}
        title={title}
        about={say(words.unlinkAbout)}
        action={say(words.unlink)}
        done={say(words.unlinked)}
        tone="danger"
        run={() => unlink.mutateAsync({ id })}
      />
    </li>
  )
}
