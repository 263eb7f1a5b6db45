/** The page of one thing of a list, or of one that is still to be made: `new` in place of its id. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Back } from './links.tsx'
import { PageTitle } from './show.tsx'
import { type Text, useSay } from './words.tsx'

interface NewOrKnownProps {
  readonly list: { readonly to: string; readonly text: Text }
  readonly newTitle: Text
  readonly form: ReactNode
  readonly known: (id: string) => ReactNode
}

export function NewOrKnown({ list, newTitle, form, known }: NewOrKnownProps) {
  const say = useSay()
  const { id = '' } = useParams({ strict: false })
  return (
    <>
      <Back {...list} />
      {id === 'new' ? (
        <>
          <PageTitle title={say(newTitle)} />
          {form}
        </>
      ) : (
        known(id)
      )}
    </>
  )
}
