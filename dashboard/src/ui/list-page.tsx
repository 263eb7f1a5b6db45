/** The page of a list to which something is added on a page of its own. */
import type { ComponentType, ReactNode } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { AddLink } from './links.tsx'
import { ListSection, type ListSectionProps } from './list-section.tsx'
import { Empty, PageTitle } from './show.tsx'
import { type Text, useSay } from './words.tsx'

export interface ListPageProps<Row> extends Pick<ListSectionProps<Row>, 'query' | 'columns'> {
  readonly words: {
    readonly title: Text
    readonly about: Text
    readonly add: Text
    readonly none: Text
    readonly noneAbout: Text
  }
  /** Where one is added, below the project. */
  readonly to: string
  /** What adds one. */
  readonly call: ChangeName
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
  /** Filters. */
  readonly above?: ReactNode
  /** What stands there where they leave nothing. */
  readonly none?: ReactNode
}

export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { words, to, call, icon, above, none, ...list } = props
  const say = useSay()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddLink to={to} text={words.add} call={call} />
      </PageTitle>
      {above}
      <ListSection
        {...list}
        label={say(words.title)}
        empty={none ?? <Empty icon={icon} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}
