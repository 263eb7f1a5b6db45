/** What rows of lists have at their end: change it, delete it. */
import type { ReactNode } from 'react'
import { groupOf } from '../api/calls.ts'
import { useChange } from '../api/hooks.ts'
import { DeleteButton } from './confirm.tsx'
import { DialogButton } from './dialog.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface ChangeButtonProps {
  /** The name of what is changed. */
  readonly what: string
  readonly size?: string
  readonly children: (close: () => void) => ReactNode
}

export function ChangeButton({ what, size, children }: ChangeButtonProps) {
  const say = useSay()
  return (
    <DialogButton
      look="row"
      label={say(common.change)}
      ariaLabel={say(common.changeWhat, { what })}
      title={what}
      {...(size ? { size } : {})}
    >
      {children}
    </DialogButton>
  )
}

interface DeleteOneProps {
  readonly call:
    | 'project.campaigns.delete'
    | 'project.files.delete'
    | 'project.forms.delete'
    | 'project.savedBlocks.delete'
    | 'project.segments.delete'
    | 'project.templates.delete'
    | 'project.topics.delete'
  readonly id: string
  readonly what: string
  readonly about: string
}

/** Deletes a row by its id; its list is read again. */
export function DeleteOne({ call, id, what, about }: DeleteOneProps) {
  const remove = useChange(call, groupOf(call))
  return (
    <span className="above">
      <DeleteButton what={what} about={about} run={() => remove.mutateAsync({ id })} />
    </span>
  )
}
