/** Putting something of a list into a folder, which is nothing but a name that others have as well. */
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { groupOf } from '../api/calls.ts'
import { useMay } from '../api/may.ts'
import { DialogButton } from './dialog.tsx'
import type { FilterField } from './filters.tsx'
import { useApiForm } from './form.tsx'
import { ApiForm } from './submission.tsx'
import type { Column } from './table-model.ts'
import { common, listTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

export interface FolderRow {
  readonly id: string
  readonly name: string
  readonly folder?: string | null
}

/** The folders of a list, in order. */
export const foldersOf = (rows: readonly FolderRow[] | undefined): readonly string[] =>
  [...new Set((rows ?? []).flatMap(row => row.folder ?? []))].sort((a, b) => a.localeCompare(b))

/** What puts something into a folder. */
export type FilingCall = `project.${'templates' | 'segments' | 'sequences' | 'files'}.update`

/** No name of a folder: those are trimmed. */
export const nowhere = ' '

export const byFolder = (folders: readonly string[]): FilterField<'folder'> => ({
  name: 'folder',
  kind: 'choice',
  label: words.folder,
  any: words.anyFolder,
  choices: [
    ...folders.map(value => ({ value, label: { en: value, pt: value } })),
    { value: nowhere, label: words.noFolder },
  ],
})

export function folderColumn<Row>(
  call: FilingCall,
  folders: readonly string[],
  rowOf: (row: Row) => FolderRow,
): Column<Row> {
  return {
    id: 'folder',
    head: words.folder,
    cell: row => <FolderButton call={call} row={rowOf(row)} folders={folders} />,
    isTight: true,
  }
}

interface FolderButtonProps {
  readonly call: FilingCall
  readonly row: FolderRow
  readonly folders: readonly string[]
}

function FolderButton({ call, row, folders }: FolderButtonProps) {
  const say = useSay()
  const isAllowed = useMay(call)
  const { name, folder } = row
  // Who may not move it reads where it lies.
  if (!isAllowed) return folder
  return (
    <span className="above">
      <DialogButton
        call={call}
        look="row"
        label={folder ?? say(words.chooseFolder)}
        title={say(words.folderOf, { name })}
        ariaLabel={
          folder ? say(words.inFolder, { folder, name }) : say(words.chooseFolderOf, { name })
        }
      >
        {close => <FolderForm call={call} row={row} folders={folders} close={close} />}
      </DialogButton>
    </span>
  )
}

function FolderForm({ call, row, folders, close }: FolderButtonProps & { close: () => void }) {
  const say = useSay()
  const id = useId()
  const form = useApiForm(call, {
    stale: [groupOf(call)],
    initial: { folder: row.folder ?? '' },
    input: ({ folder }) => ({ id: row.id, body: { folder: folder.trim() || null } }),
    onDone: close,
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput
        {...form.field('folder')}
        label={say(words.folder)}
        description={say(words.folderAbout)}
        maxLength={100}
        list={id}
        data-autofocus
      />
      <datalist id={id}>
        {folders.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </ApiForm>
  )
}
