/** Links that stand where every page has them: above its title, and in the rows of a list. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { useMay } from '../api/may.ts'
import { useWhere } from '../api/where.ts'
import { IconPlus } from './icons.ts'
import { Link, LinkButton } from './show.tsx'
import { useSay, type Text as Words } from './words.tsx'

/** Back to the list that a page of one thing belongs to. */
export function Back({ to, text }: { to: string; text: Words }) {
  const say = useSay()
  const where = useWhere()
  return (
    <Text size="sm" mb={6}>
      <Link to={where.to(to)}>{say(text)}</Link>
    </Text>
  )
}

/** The name of a row; the whole row leads there. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const where = useWhere()
  return (
    <span className="wrap">
      <Link to={where.to(to)} className="row-link">
        {children}
      </Link>
    </span>
  )
}

interface AddLinkProps {
  readonly to: string
  readonly text: Words
  /** What adds it there: who may not has no way there. */
  readonly call: ChangeName
}

/** The way to the page on which something is added to a list. */
export function AddLink({ to, text, call }: AddLinkProps) {
  const say = useSay()
  const where = useWhere()
  if (!useMay(call)) return null
  return (
    <LinkButton to={where.to(to)} variant="filled" icon={<IconPlus size={16} />}>
      {say(text)}
    </LinkButton>
  )
}
