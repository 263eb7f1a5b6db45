/** What can be done with a person: told all that is known, left in peace, deleted, erased. */

import { NativeSelect, Text } from '@mantine/core'
import { useChange, useRefresh } from '../../api/hooks.ts'
import type { Contact } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { ConfirmButton, DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { FileButton } from '../../ui/export.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { isSnoozed } from './contact-state.tsx'
import { person as words } from './texts.ts'

export function ContactActions({ contact }: { contact: Contact }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const { id, email } = contact
  const change = useChange('project.contacts.update', 'project.contacts', 'project.suppressions')
  const refresh = useRefresh()
  const remove = useChange('project.contacts.delete')
  const erase = useChange('project.contacts.erase')
  // The page goes first: what is no longer there must not be read again.
  const leave = async () => {
    await navigate({ to: where.to('/contacts') })
    await Promise.all([refresh('project.contacts'), refresh('project.segments')])
  }
  return (
    <>
      {!contact.unsubscribed && <Pause contact={contact} />}
      {!contact.unsubscribed && (
        <ConfirmButton
          call="project.contacts.update"
          title={say(words.stop)}
          about={say(words.stopAbout, { email })}
          done={say(words.stopped)}
          tone="danger"
          run={() => change.mutateAsync({ id, body: { unsubscribed: true } })}
        />
      )}
      <FileButton
        call="project.contacts.dossier"
        input={{ id }}
        file={`${id}.json`}
        label={say(words.dossier)}
      />
      <DeleteButton
        call="project.contacts.delete"
        look="default"
        what={inOwnLetters(email)}
        about={say(words.removeAbout, { email })}
        run={() => remove.mutateAsync({ id })}
        onDone={() => void leave()}
      />
      <ConfirmButton
        call="project.contacts.erase"
        title={say(words.erase)}
        about={say(words.eraseAbout, { email })}
        done={say(words.erased)}
        tone="danger"
        typed={inOwnLetters(email)}
        run={async () => {
          await erase.mutateAsync({ id })
          void leave()
        }}
      />
    </>
  )
}

/** As long as people can choose themselves on their preferences page. */
const pauseDays = ['30', '90'] as const
const dayMs = 86_400_000

function Pause({ contact }: { contact: Contact }) {
  const say = useSay()
  const { id, email } = contact
  const resume = useChange('project.contacts.update', 'project.contacts')
  if (isSnoozed(contact)) {
    return (
      <ConfirmButton
        call="project.contacts.update"
        title={say(words.resume)}
        about={say(words.resumeAbout, { email })}
        done={say(common.saved)}
        run={() => resume.mutateAsync({ id, body: { snoozed_until: '' } })}
      />
    )
  }
  return (
    <DialogButton call="project.contacts.update" label={say(words.pause)}>
      {close => <PauseForm contact={contact} close={close} />}
    </DialogButton>
  )
}

function PauseForm({ contact: { id, email }, close }: { contact: Contact; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.contacts.update', {
    stale: ['project.contacts'],
    initial: { days: pauseDays[0] as string },
    params: { snoozed_until: 'days' },
    input: ({ days }) => {
      const until = new Date(Date.now() + Number(days) * dayMs)
      return { id, body: { snoozed_until: until.toISOString() } }
    },
    onDone: close,
  })
  const data = pauseDays.map(value => ({ value, label: say(common.days, { n: Number(value) }) }))
  return (
    <ApiForm form={form} action={say(words.pause)} onCancel={close}>
      <Text size="sm">{say(words.pauseAbout, { email })}</Text>
      <NativeSelect {...form.field('days')} label={say(words.pauseFor)} data={data} />
    </ApiForm>
  )
}
