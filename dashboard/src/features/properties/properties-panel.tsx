/** The fields that a project gives its contacts. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { type Property, type PropertyType, propertyTypes } from '../../api/shapes.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { AddButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { IconAddressBook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { ChangeButton } from '../../ui/row-actions.tsx'
import { Empty } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { InputOfType, textOfValue, useLabel, useValueText, valueOfText } from './property-input.tsx'
import { properties as words } from './texts.ts'

export function PropertiesPanel() {
  const say = useSay()
  const list = useAll('project.contactProperties.list')
  const columns = usePropertyColumns()
  return (
    <>
      <AddButton call="project.contactProperties.create" label={say(words.add)}>
        {close => <AddForm close={close} />}
      </AddButton>
      <div style={{ marginTop: 12 }}>
        <ListSection
          title={say(words.title)}
          about={say(words.about)}
          label={say(words.title)}
          query={list}
          columns={columns}
          idOf={row => row.key}
          empty={
            <Empty icon={IconAddressBook} title={say(words.none)} about={say(words.noneAbout)} />
          }
        />
      </div>
    </>
  )
}

function usePropertyColumns(): readonly Column<Property>[] {
  const say = useSay()
  const textOf = useValueText()
  return useMemo(
    () => [
      { id: 'label', head: words.label, cell: row => <Label row={row} />, onPhone: 'title' },
      { id: 'key', head: words.key, cell: row => <code className="mono">{row.key}</code> },
      { id: 'type', head: words.type, cell: row => say(words[row.type]), isTight: true },
      { id: 'fallback', head: words.fallback, cell: row => textOf(row.fallback, row.type) || '–' },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say, textOf],
  )
}

const Label = ({ row }: { row: Property }) => <span dir="auto">{useLabel()(row)}</span>

function Actions({ row }: { row: Property }) {
  const say = useSay()
  const { key } = row
  const remove = useChange('project.contactProperties.delete', 'project.contactProperties')
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}>
      <ChangeButton what={key}>{close => <ChangeForm property={row} close={close} />}</ChangeButton>
      <DeleteButton
        call="project.contactProperties.delete"
        what={key}
        about={say(words.removeAbout, { key })}
        run={() => remove.mutateAsync({ key })}
      />
    </span>
  )
}

function AddForm({ close }: { close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.contactProperties.create', {
    stale: ['project.contactProperties'],
    initial: { key: '', label: '', type: 'string' as PropertyType, fallback: '' },
    input: ({ key, label, type, fallback }) => ({
      body: {
        key: key.trim(),
        type,
        ...(label.trim() && { label: label.trim() }),
        ...(fallback.trim() && { fallback: valueOfText(type, fallback) }),
      },
    }),
    onDone: close,
  })
  const types = propertyTypes.map(value => ({ value, label: say(words[value]) }))
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <TextInput
        {...form.field('key')}
        label={say(words.key)}
        description={say(words.keyAbout)}
        required
        data-autofocus
        autoCapitalize="none"
      />
      <TextInput
        {...form.field('label')}
        label={say(words.label)}
        description={say(words.labelAbout)}
      />
      <NativeSelect
        {...form.field('type')}
        onChange={event => {
          form.set('type', event.currentTarget.value as PropertyType)
          // What was typed was a value of another type.
          form.set('fallback', '')
        }}
        label={say(words.type)}
        data={types}
      />
      <InputOfType
        type={form.values.type}
        {...form.field('fallback')}
        label={say(words.fallback)}
        description={say(words.fallbackAbout)}
      />
    </ApiForm>
  )
}

/** Its type stays: letters and segments rely on it. */
function ChangeForm({ property, close }: { property: Property; close: () => void }) {
  const say = useSay()
  const labelOf = useLabel()
  const { key, type, label, fallback } = property
  const form = useApiForm('project.contactProperties.update', {
    stale: ['project.contactProperties'],
    initial: { label: label === null ? '' : labelOf(property), fallback: textOfValue(fallback) },
    input: values => ({
      key,
      body: { label: values.label.trim(), fallback: valueOfText(type, values.fallback) },
    }),
    onDone: close,
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput {...form.field('label')} label={say(words.label)} data-autofocus />
      <InputOfType
        type={type}
        {...form.field('fallback')}
        label={say(words.fallback)}
        description={say(words.fallbackAbout)}
      />
    </ApiForm>
  )
}
