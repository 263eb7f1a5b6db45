/** The files in which a person stood: what each did, in which line, and the way to it. */
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Section } from '../../ui/show.tsx'
import { Time, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { imports } from '../imports/texts.ts'
import { outcomeTexts, person as words } from './texts.ts'

interface OfContact {
  readonly id: string
}

/** Nothing where there is none, as for all that come one by one. */
export function ContactImports({ id }: OfContact) {
  const say = useSay()
  const where = useWhere()
  const times = useTimes()
  const { data } = useApi('project.contacts.imports', { id })
  if (!data || data.data.length === 0) return null
  return (
    <Section title={say(imports.title)} about={say(words.importsAbout)}>
      <ul className="letters">
        {data.data.map(one => (
          <li key={one.id}>
            <span style={{ flex: '1 1 180px', minWidth: 0 }} className="wrap">
              <Link to={where.to(`/imports/${one.id}`)}>
                {one.name ?? say(imports.one, { at: times.short(one.at) })}
              </Link>
            </span>
            <span>{sayOf(say, outcomeTexts, one.outcome)}</span>
            {one.line !== null && <span className="dim">{say(words.line, { n: one.line })}</span>}
            <span className="dim">
              <Time at={one.at} form="full" />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The import that made the contact; the list of all where that is not known any more. */
export function ImportOrigin({ id, word }: OfContact & { word: string }) {
  const say = useSay()
  const where = useWhere()
  const times = useTimes()
  const { data } = useApi('project.contacts.imports', { id })
  const made = data?.data.find(one => one.outcome === 'created')
  if (made === undefined) return <Link to={where.to('/imports')}>{word}</Link>
  const name = made.name ?? say(imports.one, { at: times.short(made.at) })
  return (
    <>
      {word}: <Link to={where.to(`/imports/${made.id}`)}>{name}</Link>
      {made.line !== null && `, ${say(words.line, { n: made.line })}`}
    </>
  )
}
