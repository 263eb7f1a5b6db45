/** Has Malote write the records itself, with a token of the DNS provider's. */
import { useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'

export function PublishForm({ id }: { id: string }) {
  const say = useSay()
  const form = useApiForm('project.domains.publish', {
    stale: ['project.domains'],
    initial: { token: '' },
    input: ({ token }) => ({ id, body: { token: token.trim() } }),
    onDone: (): void => {
      form.reset()
      notify(say(words.written))
    },
  })
  return (
    <Section title={say(words.automatic)}>
      <ApiForm form={form} action={say(words.write)}>
        <SecretInput
          {...form.field('token')}
          label={say(words.token)}
          description={say(words.tokenAbout)}
          autoComplete="off"
          required
          maw={480}
        />
      </ApiForm>
    </Section>
  )
}
