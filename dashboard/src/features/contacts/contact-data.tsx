/** What is known of a person, and the form that changes it. */
import { SimpleGrid, TextInput } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { nameAmong, useAll } from '../../api/lists.ts'
import type { Contact, Property } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Link, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import {
  PropertyInput,
  textOfValue,
  useLabel,
  useValueText,
  valueOfText,
} from '../properties/property-input.tsx'
import { ImportOrigin } from './contact-imports.tsx'
import { nameOfContact } from './contact-state.tsx'
import { FieldFacts, FieldInput, fields, textOfEach } from './fields.tsx'
import { person, sourceTexts, contacts as words } from './texts.ts'

interface DataProps {
  readonly contact: Contact
}

export function ContactData({ contact }: DataProps) {
  const say = useSay()
  const labelOf = useLabel()
  const textOf = useValueText()
  const { data: properties } = useAll('project.contactProperties.list')
  return (
    <Section
      title={say(person.data)}
      aside={
        properties && (
          <DialogButton
            call="project.contacts.update"
            label={say(person.edit)}
            look="row"
            size="lg"
          >
            {close => <EditForm contact={contact} properties={properties} close={close} />}
          </DialogButton>
        )
      }
    >
      <dl className="facts">
        <Fact name={say(words.name)}>
          <span dir="auto">{nameOfContact(contact) || '–'}</span>
        </Fact>
        <FieldFacts contact={contact} />
        {properties?.map(property => (
          <Fact key={property.key} name={labelOf(property)}>
            <span dir="auto">{textOf(contact.properties[property.key], property.type) || '–'}</span>
          </Fact>
        ))}
        <Fact name={say(person.source)}>
          <Origin contact={contact} />
        </Fact>
        <Fact name={say(person.added)}>
          <Time at={contact.created_at} />
        </Fact>
        <Fact name={say(person.updated)}>
          <Time at={contact.updated_at} />
        </Fact>
      </dl>
    </Section>
  )
}

/** Where a person came from, leading to the form or the import that brought them. */
function Origin({ contact: { id, source } }: DataProps) {
  const say = useSay()
  const word = sayOf(say, sourceTexts, source)
  if (source === 'import') return <ImportOrigin id={id} word={word} />
  return source === 'form' ? <FormOrigin id={id} word={word} /> : word
}

function FormOrigin({ id, word }: { id: string; word: string }) {
  const where = useWhere()
  const { data: consents } = useApi('project.contacts.consents', { id, limit: 100 })
  const { data: forms } = useAll('project.forms.list')
  // Newest first: the form that was sent first has brought them.
  const page = consents?.data.findLast(one => one.method === 'form')?.page
  const [, formId] = /\/f\/(frm_\w+)$/.exec(page ?? '') ?? []
  const name = formId && nameAmong(forms, formId)
  if (name === undefined) return word
  return (
    <>
      {word}: <Link to={where.to(`/forms/${formId}`)}>{name}</Link>
    </>
  )
}

interface EditFormProps extends DataProps {
  readonly properties: readonly Property[]
  readonly close: () => void
}

function EditForm({ contact, properties, close }: EditFormProps) {
  const say = useSay()
  const { id } = contact
  const form = useApiForm('project.contacts.update', {
    stale: ['project.contacts'],
    initial: {
      email: contact.email,
      ...textOfEach(fields, name => contact[name] ?? ''),
      properties: Object.fromEntries(
        properties.map(({ key }) => [key, textOfValue(contact.properties[key])]),
      ),
    },
    input: ({ properties: typed, ...plain }) => ({
      id,
      body: {
        ...plain,
        email: plain.email.trim(),
        properties: Object.fromEntries(
          properties.map(({ key, type }) => [key, valueOfText(type, typed[key] ?? '')]),
        ),
      },
    }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...form.field('email')} label={say(common.email)} type="email" required />
        {fields.map(one => (
          <FieldInput key={one.name} of={one} field={form.field(one.name)} />
        ))}
        {properties.map(property => (
          <PropertyInput
            key={property.key}
            property={property}
            field={form.field(`properties.${property.key}`)}
          />
        ))}
      </SimpleGrid>
    </ApiForm>
  )
}
