/** The columns of the list of pictures. */
import { Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Picture } from '../../api/shapes.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { folderColumn } from '../../ui/folder.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ChangeButton, DeleteOne } from '../../ui/row-actions.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { files as words } from './texts.ts'
import { Thumbnail } from './thumbnail.tsx'

export function useFileColumns(folders: readonly string[]): readonly Column<Picture>[] {
  const say = useSay()
  const { bytes } = useNumbers()
  return useMemo(
    () => [
      {
        id: 'picture',
        head: words.picture,
        isHeadHidden: true,
        cell: row => <Thumbnail picture={row} />,
        isTight: true,
      },
      { id: 'name', head: words.filename, cell: row => <Named row={row} />, onPhone: 'title' },
      folderColumn<Picture>('project.files.update', folders, row => ({
        ...row,
        name: row.filename,
      })),
      {
        id: 'size',
        head: words.size,
        cell: ({ width, height, bytes: size }) =>
          `${say(words.pixels, { width, height })} · ${bytes(size)}`,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say, bytes, folders],
  )
}

function Named({ row: { filename, alt } }: { row: Picture }) {
  const say = useSay()
  return (
    <>
      <span className="wrap" dir="auto">
        {filename}
      </span>
      <Text size="sm" c="dimmed" className="wrap" dir="auto">
        {alt || say(words.noAlt)}
      </Text>
    </>
  )
}

function Actions({ row }: { row: Picture }) {
  const say = useSay()
  return (
    <>
      <CopyButton text={row.url} what={row.filename} />
      <ChangeButton what={row.filename}>
        {close => <ChangeForm row={row} close={close} />}
      </ChangeButton>
      <DeleteOne
        call="project.files.delete"
        id={row.id}
        what={row.filename}
        about={say(words.removeAbout)}
      />
    </>
  )
}

function ChangeForm({ row, close }: { row: Picture; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.files.update', {
    stale: ['project.files'],
    initial: { filename: row.filename, alt: row.alt },
    input: body => ({ id: row.id, body }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput
        {...form.field('alt')}
        label={say(words.alt)}
        description={say(words.altAbout)}
        data-autofocus
      />
      <TextInput {...form.field('filename')} label={say(words.filename)} required />
    </ApiForm>
  )
}
