import { useApi } from '../../api/hooks.ts'
import type { Contact } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useParams } from '../../routing/routing.tsx'
import { Back } from '../../ui/links.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link, Loaded, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { WhyOfContact } from '../campaigns/why-of-contact.tsx'
import { WhySection } from '../segments/why-section.tsx'
import { SequencesOfContact } from '../sequences/of-contact.tsx'
import { ContactActions } from './contact-actions.tsx'
import { ContactData } from './contact-data.tsx'
import { ContactHistory } from './contact-history.tsx'
import { ContactImports } from './contact-imports.tsx'
import { useAnswer } from './contact-state.tsx'
import { ContactTopics } from './contact-topics.tsx'
import { person, contacts as words } from './texts.ts'

export function ContactPage() {
  const { id = '' } = useParams()
  const query = useApi('project.contacts.get', { id })
  return (
    <>
      <Back to="/contacts" text={words.title} />
      <Loaded isPage query={query} lines={8}>
        {contact => (
          <>
            <PageTitle title={inOwnLetters(contact.email)}>
              <ContactActions contact={contact} />
            </PageTitle>
            <TheAnswer contact={contact} />
            <ContactTopics contact={contact} />
            <ContactData contact={contact} />
            <ContactImports id={contact.id} />
            <WhyOfContact contact={contact.id} />
            <WhySection contact={contact} />
            <SequencesOfContact id={contact.id} />
            <ContactHistory id={contact.id} />
          </>
        )}
      </Loaded>
    </>
  )
}

function TheAnswer({ contact }: { contact: Contact }) {
  const say = useSay()
  const where = useWhere()
  const { tone, sentence } = useAnswer(contact)
  const search = `/suppressions?q=${encodeURIComponent(contact.email)}`
  return (
    <div className="note" data-tone={tone} style={{ marginBottom: 16 }}>
      <span>
        {sentence}{' '}
        {contact.suppressed && <Link to={where.to(search)}>{say(person.seeSuppression)}</Link>}
      </span>
    </div>
  )
}
