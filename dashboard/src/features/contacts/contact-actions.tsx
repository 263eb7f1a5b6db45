/** What can be done with a person: told all that is known, left in peace, deleted, erased. */

import { NativeSelect, Text } from '@mantine/core'
import { useChange, useRefresh } from '../../api/hooks.ts'
import type { Contact } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { type Act, ActionsMenu } from '../../ui/actions-menu.tsx'
import { Answering, ConfirmButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useFile } from '../../ui/export.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { isSnoozed } from './contact-state.tsx'
import { person as words } from './texts.ts'

/** What is asked for most is a button; all else is in the menu beside it, by what it says. */
export function ContactActions({ contact }: { contact: Contact }) {
  const say = useSay()
  return (
    <>
      {!contact.unsubscribed && <Pause contact={contact} />}
      <ActionsMenu label={say(common.moreActions)} acts={useOtherActs(contact)} />
    </>
  )
}

function useOtherActs(contact: Contact): readonly Act[] {
  const say = useSay()
  const { id, unsubscribed } = contact
  const stop = useStop(contact)
  const remove = useRemoval(contact)
  const erase = useErasure(contact)
  const { fetchFile } = useFile({
    call: 'project.contacts.dossier',
    input: { id },
    file: `${id}.json`,
  })
  const dossier: Act = { label: say(words.dossier), run: fetchFile }
  return [...(unsubscribed ? [] : [stop]), dossier, remove, erase]
}

function useStop({ id, email }: Contact): Act {
  const say = useSay()
  const change = useChange('project.contacts.update', 'project.contacts', 'project.suppressions')
  return {
    call: 'project.contacts.update',
    label: say(words.stop),
    content: close => (
      <Answering
        about={say(words.stopAbout, { email })}
        action={say(words.stop)}
        done={say(words.stopped)}
        tone="danger"
        run={() => change.mutateAsync({ id, body: { unsubscribed: true } })}
        close={close}
      />
    ),
  }
}
function useRemoval({ id, email }: Contact): Act {
  const say = useSay()
  const leave = useLeave()
  const remove = useChange('project.contacts.delete')
  return {
    call: 'project.contacts.delete',
    label: say(words.remove),
    title: say(common.removeWhat, { what: inOwnLetters(email) }),
    isDanger: true,
    content: close => (
      <Answering
        about={say(words.removeAbout, { email })}
        action={say(common.remove)}
        done={say(common.removed)}
        tone="danger"
        run={async () => {
          await remove.mutateAsync({ id })
          void leave()
        }}
        close={close}
      />
    ),
  }
}

function useErasure({ id, email }: Contact): Act {
  const say = useSay()
  const leave = useLeave()
  const erase = useChange('project.contacts.erase')
  return {
    call: 'project.contacts.erase',
    label: say(words.erase),
    isDanger: true,
    content: close => (
      <Answering
        about={say(words.eraseAbout, { email })}
        action={say(words.erase)}
        done={say(words.erased)}
        tone="danger"
        typed={inOwnLetters(email)}
        run={async () => {
          await erase.mutateAsync({ id })
          void leave()
        }}
        close={close}
      />
    ),
  }
}

/** The page goes first: what is no longer there must not be read again. */
function useLeave(): () => Promise<void> {
  const where = useWhere()
  const navigate = useNavigate()
  const refresh = useRefresh()
  return async () => {
    await navigate({ to: where.to('/contacts') })
    await Promise.all([refresh('project.contacts'), refresh('project.segments')])
  }
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
