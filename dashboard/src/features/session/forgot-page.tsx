/** Asks for a link to set a new password; says the same whether or not there is an account. */
import { Text } from '@mantine/core'
import { useApiForm } from '../../ui/form.tsx'
import { Link } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { EmailField } from './fields.tsx'
import { door } from './texts.ts'

export function ForgotPage() {
  const say = useSay()
  const form = useApiForm('password.forgot', {
    initial: { email: '' },
    input: body => ({ body }),
  })
  const { email } = form.values
  const isSent = form.answer !== undefined
  const words = isSent
    ? { title: say(door.linkSent), about: say(door.linkSentAbout, { email }) }
    : { title: say(door.forgotTitle), about: say(door.forgotAbout) }
  return (
    <Door {...words}>
      {!isSent && (
        <ApiForm form={form} action={say(door.sendLink)}>
          <EmailField {...form.field('email')} autoFocus />
        </ApiForm>
      )}
      <Text size="sm" mt="lg">
        <Link to="/login">{say(door.logIn)}</Link>
      </Text>
    </Door>
  )
}
