/** The sequences that one person is in or has been in, on their page. */
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Loaded, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { EnrollmentTag } from './people-panel.tsx'
import { people as words } from './people-texts.ts'

export function SequencesOfContact({ id }: { id: string }) {
  const say = useSay()
  const where = useWhere()
  const query = useApi('project.contacts.sequences', { id })
  return (
    <Section title={say(words.contactTitle)} about={say(words.contactAbout)}>
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="dim">{say(words.contactNone)}</p>
          ) : (
            <ul className="letters">
              {data.map(one => (
                <li key={one.id}>
                  <span style={{ flex: '1 1 180px', minWidth: 0 }} className="wrap">
                    <Link to={where.to(`/sequences/${one.sequence_id}/people/${one.id}`)}>
                      {one.name}
                    </Link>
                  </span>
                  <EnrollmentTag state={one.state} />
                  <span className="dim">
                    <Time at={one.entered_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
