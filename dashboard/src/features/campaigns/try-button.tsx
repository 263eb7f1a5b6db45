/** The letter sent to try it: to up to ten people, each as the contact they are where that is asked for. */
import { Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import { useMe } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { tryTexts as words } from './texts.ts'

const maxTried = 10

export function TryButton({ campaign }: { readonly campaign: Campaign }) {
  const say = useSay()
  return (
    <DialogButton call="project.campaigns.test" label={say(words.title)}>
      {close => <TryForm campaign={campaign} close={close} />}
    </DialogButton>
  )
}

/** Addresses as people write them below or beside each other, each once. */
export const addressesOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter(one => one !== '')),
]

function TryForm({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const say = useSay()
  const { email } = useMe().user
  const variants = campaign.ab?.variants ?? []
  const form = useApiForm('project.campaigns.test', {
    initial: { to: email, isThemselves: true, variant: variants[0]?.key ?? '' },
    input: ({ to, isThemselves, variant }) => ({
      id: campaign.id,
      body: {
        to: addressesOf(to),
        ...(isThemselves ? { as_themselves: true } : {}),
        ...(variant ? { variant } : {}),
      },
    }),
    onDone: ({ data }) => {
      close()
      notify(say(words.sent, { emails: data.map(one => one.email).join(', ') }))
    },
  })
  const count = addressesOf(form.values.to).length
  return (
    <ApiForm form={form} action={say(words.send)} onCancel={close}>
      <Textarea
        {...form.field('to')}
        label={say(words.to)}
        description={say(words.toAbout)}
        autosize
        minRows={2}
        required
        data-autofocus
      />
      {count > maxTried && (
        <Text size="sm" c="var(--wait)" role="status">
          {say(words.tooMany, { n: count })}
        </Text>
      )}
      <Checkbox
        {...form.check('isThemselves')}
        label={say(words.asThemselves)}
        description={say(words.asThemselvesAbout)}
      />
      {variants.length > 0 && (
        <NativeSelect
          {...form.field('variant')}
          label={say(words.variant)}
          data={variants.map(({ key }) => ({ value: key, label: key.toUpperCase() }))}
        />
      )}
    </ApiForm>
  )
}
