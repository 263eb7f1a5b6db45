/** The person's passkeys: adding one of this device or of a security key, and removing them. */
import { Text, TextInput } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { Loaded, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { hasPasskeys } from '../session/authenticator.ts'
import { AddPasskey } from './add-passkey.tsx'
import { settings as words } from './texts.ts'

type Passkey = Answer<'passkeys.list'>['data'][number]

export function PasskeysSection() {
  const say = useSay()
  const query = useApi('passkeys.list')
  return (
    <Section title={say(words.passkeys)} about={say(words.passkeysAbout)}>
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <>
            {data.length > 0 && (
              <ul className="checklist">
                {data.map(passkey => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {hasPasskeys() ? (
              <DialogButton label={say(words.addPasskey)}>
                {close => <AddPasskey close={close} />}
              </DialogButton>
            ) : (
              <Text c="dimmed">{say(words.noPasskeysHere)}</Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const say = useSay()
  const remove = useChange('passkeys.delete', 'passkeys')
  const { name, last_used_at: usedAt } = passkey
  return (
    <li>
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Text className="wrap">{name}</Text>
        <Text size="sm" c="dimmed">
          {say(words.added)} <Time at={passkey.created_at} />
          {' · '}
          {say(usedAt === null ? words.neverUsed : words.lastUsed)}{' '}
          {usedAt !== null && <Time at={usedAt} />}
        </Text>
      </div>
      <DialogButton
        look="row"
        label={say(words.rename)}
        title={say(words.renamePasskey, { name })}
        ariaLabel={say(words.renamePasskey, { name })}
      >
        {close => <RenameForm passkey={passkey} close={close} />}
      </DialogButton>
      <DeleteButton
        what={name}
        about={say(words.removePasskeyAbout)}
        run={() => remove.mutateAsync({ id: passkey.id })}
      />
    </li>
  )
}

function RenameForm({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const say = useSay()
  const form = useApiForm('passkeys.update', {
    stale: ['passkeys'],
    initial: { name: passkey.name },
    input: body => ({ id: passkey.id, body }),
    onDone: close,
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput {...form.field('name')} label={say(words.passkeyName)} required maxLength={200} />
    </ApiForm>
  )
}
