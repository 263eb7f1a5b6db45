/** Who is in a segment; of a list, the way in and out. */

import { Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import type { Contact, Segment } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { AddButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { IconAddressBook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Empty } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { useContactColumns } from '../contacts/contact-table.tsx'
import { segments as words } from './texts.ts'

export function People({ segment: { id, kind } }: { segment: Segment }) {
  const say = useSay()
  const isList = kind === 'static'
  const list = useList('project.segments.contacts', { id })
  const columns = usePeopleColumns(id, isList)
  return (
    <div style={{ marginTop: 24 }}>
      {isList && (
        <div style={{ marginBottom: 12 }}>
          <AddButton call="project.segments.addMembers" label={say(words.membersAdd)}>
            {close => <MembersForm id={id} close={close} />}
          </AddButton>
        </div>
      )}
      <ListSection
        title={say(words.people)}
        label={say(words.people)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconAddressBook} title={say(words.noPeople)} />}
      />
    </div>
  )
}

function usePeopleColumns(id: string, isList: boolean): readonly Column<Contact>[] {
  const columns = useContactColumns()
  return useMemo(() => {
    const takeOut: Column<Contact> = {
      id: 'actions',
      head: common.actions,
      isHeadHidden: true,
      cell: row => <TakeOut segmentId={id} row={row} />,
      isTight: true,
    }
    return isList ? [...columns, takeOut] : columns
  }, [columns, id, isList])
}

function TakeOut({ segmentId, row }: { segmentId: string; row: Contact }) {
  const say = useSay()
  const remove = useChange('project.segments.removeMembers', 'project.segments')
  const title = say(words.takeOutWhat, { email: inOwnLetters(row.email) })
  return (
    <span className="above">
      <ConfirmButton
        call="project.segments.removeMembers"
        look="row"
        label={say(words.takeOut)}
        title={title}
        ariaLabel={title}
        action={say(words.takeOut)}
        about={say(words.takeOutAbout)}
        run={() => remove.mutateAsync({ id: segmentId, body: { contacts: [row.id] } })}
      />
    </span>
  )
}

function MembersForm({ id, close }: { id: string; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.segments.addMembers', {
    stale: ['project.segments'],
    initial: { contacts: '' },
    input: ({ contacts }) => ({
      id,
      body: { contacts: contacts.split(/[\s,;]+/).filter(one => one !== '') },
    }),
    onDone: ({ changed }) => {
      close()
      notify(say(words.membersAdded, { n: changed }))
    },
  })
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <Textarea
        {...form.field('contacts')}
        label={say(words.members)}
        description={say(words.membersAbout)}
        required
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
      />
    </ApiForm>
  )
}
