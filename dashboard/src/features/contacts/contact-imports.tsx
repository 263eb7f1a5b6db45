/** The files in which a person stood: what each did, in which line, and the way to it. */
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { useTitle } from '../imports/imports-page.tsx'
import { imports } from '../imports/texts.ts'
import { outcomeTexts, person as words } from './texts.ts'

interface OfContact {
  readonly id: string
}

/** Nothing where there is none, as for all that come one by one. */
export function ContactImports({ id }: OfContact) {
  const say = useSay()
  const { data } = useApi('project.contacts.imports', { id })
  if (!data || data.data.length === 0) return null
  return (
    <Section title={say(imports.title)} about={say(words.importsAbout)}>
      <ul className="letters">
        {data.data.map(one => (
          <li key={one.id}>
            <span style={{ flex: '1 1 180px', minWidth: 0 }} className="wrap">
              <ImportLink one={one} />
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
  const { data } = useApi('project.contacts.imports', { id })
  const made = data?.data.find(one => one.outcome === 'created')
  if (made === undefined) return <Link to={where.to('/imports')}>{word}</Link>
  return (
    <>
      {word}: <ImportLink one={made} />
      {made.line !== null && `, ${say(words.line, { n: made.line })}`}
    </>
  )
}

interface NamedImport {
  readonly id: string
  readonly name: string | null
  readonly at: string
}

function ImportLink({ one: { id, name, at } }: { one: NamedImport }) {
  const where = useWhere()
  return <Link to={where.to(`/imports/${id}`)}>{useTitle({ name, created_at: at })}</Link>
}
