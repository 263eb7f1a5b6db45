/** Where whoever reads the log of a new installation becomes its owner, by the code there. */
import { TextInput } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { useSearch } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { EmailField, NewPasswordField } from './fields.tsx'
import { door } from './texts.ts'
import { browserZone, useEnter } from './use-enter.ts'

export function ClaimPage() {
  const say = useSay()
  const { language } = useSpeech()
  const { code = '' } = useSearch()
  const { data: welcome } = useApi('signup.get')
  const enter = useEnter()
  const form = useApiForm('claim.create', {
    initial: { code, name: '', email: '', password: '' },
    input: values => ({ body: { ...values, language, time_zone: browserZone() } }),
    onDone: me => enter(me, { isNew: true }),
  })
  if (welcome?.claim === false) {
    return (
      <Door title={say(door.claimedTitle)} about={say(door.claimedAbout)}>
        <LinkButton to="/login">{say(door.logIn)}</LinkButton>
      </Door>
    )
  }
  return (
    <Door title={say(door.claimTitle)} about={say(door.claimAbout)}>
      <ApiForm form={form} action={say(door.claim)}>
        <TextInput
          {...form.field('code')}
          label={say(door.claimCode)}
          description={say(door.claimCodeAbout)}
          name="code"
          autoComplete="off"
          required
          autoFocus={code === ''}
        />
        <TextInput
          {...form.field('name')}
          label={say(door.name)}
          name="name"
          autoComplete="organization"
          required
          autoFocus={code !== ''}
        />
        <EmailField {...form.field('email')} />
        <NewPasswordField {...form.field('password')} label={say(door.password)} />
      </ApiForm>
    </Door>
  )
}
