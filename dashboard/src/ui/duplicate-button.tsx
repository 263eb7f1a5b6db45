/** Copies one thing and goes to the copy. */

import type { ChangeName } from '../api/calls.ts'
import { useWhere } from '../api/where.ts'
import { useNavigate } from '../routing/routing.tsx'
import { ConfirmButton } from './confirm.tsx'
import { useSay, type Text as Words } from './words.tsx'

interface DuplicateButtonProps {
  readonly words: {
    readonly duplicate: Words
    readonly duplicateAbout: Words
    readonly copied: Words
  }
  readonly call: ChangeName
  /** Where its list is, below the project. */
  readonly to: string
  readonly run: () => Promise<{ id: string }>
}

export function DuplicateButton({ words, call, to, run }: DuplicateButtonProps) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  return (
    <ConfirmButton
      call={call}
      title={say(words.duplicate)}
      about={say(words.duplicateAbout)}
      done={say(words.copied)}
      run={async () => {
        const { id } = await run()
        await navigate({ to: where.to(`${to}/${id}`) })
      }}
    />
  )
}
