/** What the owners of an account set for all of it. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sessionKey } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { timeZones } from '../../ui/zone.ts'
import { useLanguageChoices } from './language-choices.ts'
import { settings as words } from './texts.ts'

export function AccountSection({ me: { account } }: { me: Session }) {
  const say = useSay()
  const client = useQueryClient()
  const choices = useLanguageChoices()
  const form = useApiForm('account.update', {
    initial: { name: account.name, time_zone: account.time_zone, language: account.language },
    input: ({ name, ...rest }) => ({ body: { name: name.trim(), ...rest } }),
    onDone: () => {
      void client.invalidateQueries({ queryKey: sessionKey })
      notify(say(common.saved))
    },
  })
  const zone = form.values.time_zone
  const zones = timeZones.includes(zone) ? timeZones : [zone, ...timeZones]
  return (
    <Section title={say(words.account)}>
      <ApiForm form={form} action={say(common.save)}>
        <TextInput {...form.field('name')} label={say(words.accountName)} required maw={420} />
        <NativeSelect
          {...form.field('time_zone')}
          label={say(words.zone)}
          description={say(words.zoneAbout)}
          maw={420}
          data={[...zones]}
        />
        <NativeSelect
          {...form.field('language')}
          label={say(words.accountLanguage)}
          maw={420}
          data={choices}
        />
      </ApiForm>
    </Section>
  )
}
