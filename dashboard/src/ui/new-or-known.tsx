/** The page of one thing of a list, or of one that is still to be made: `new` in place of its id. */
import type { ComponentType } from 'react'
import { useParams } from '../routing/routing.tsx'
import { Back } from './links.tsx'
import { PageTitle } from './show.tsx'
import { type Text, useSay } from './words.tsx'

interface NewOrKnownProps {
  /** Where the list is, below the project. */
  readonly to: string
  readonly words: { readonly title: Text; readonly add: Text }
  readonly create: ComponentType
  readonly known: ComponentType<{ id: string }>
}

export function NewOrKnown({ to, words, create: Create, known: Known }: NewOrKnownProps) {
  const say = useSay()
  const { id = '' } = useParams()
  return (
    <>
      <Back to={to} text={words.title} />
      {id === 'new' ? (
        <>
          <PageTitle title={say(words.add)} />
          <Create />
        </>
      ) : (
        <Known key={id} id={id} />
      )}
    </>
  )
}
