/** What was understood of a file, and what is to be decided before it runs. */
import {
  Checkbox,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import { useAll } from '../../api/lists.ts'
import type { Import, Recognised } from '../../api/shapes.ts'
import { ApiForm, DialogButton, useApiForm } from '../../ui/form.tsx'
import { Section } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { momentOf } from '../../ui/zone.ts'
import { topics as topicWords } from '../topics/texts.ts'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { AddForm } from '../topics/topic-form.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { FormChoices, HabitChoices } from './file-settings.tsx'
import { MappingTable, newTypesOf } from './mapping-table.tsx'
import { imports as words } from './texts.ts'
import { Unconfirmed } from './unconfirmed.tsx'
import { FirstLines, Understood } from './understood.tsx'

type Basis = NonNullable<Body<'project.imports.start'>['consent']>['basis']

interface Decisions {
  /** By column; empty: left out; `undecided`. */
  readonly fields: Readonly<Record<string, string>>
  readonly on_existing: Import['on_existing']
  readonly topics: string[]
  readonly basis: Basis | ''
  readonly wording: string
  readonly source: string
  readonly at: string
  readonly confirm: boolean
  readonly segment: string
  readonly decimal_mark: ',' | '.' | ''
  readonly date_order: 'dmy' | 'mdy' | ''
}

/** As proposed, or as decided before. */
function decisionsOf(one: Import, recognised: Recognised): Decisions {
  const mapping = one.mapping ?? recognised.mapping
  return {
    fields: Object.fromEntries(
      recognised.columns.map(name => [name, mapping[name] ?? unsaid(recognised, mapping, name)]),
    ),
    on_existing: one.on_existing,
    topics: one.topics,
    basis: (one.consent?.basis as Basis | undefined) ?? '',
    wording: one.consent?.wording ?? '',
    source: one.consent?.source ?? '',
    at: '',
    confirm: one.confirm === 'send',
    segment: one.segment ?? '',
    decimal_mark: one.file.decimal_mark ?? '',
    date_order: one.file.date_order ?? '',
  }
}

/** Of a column that may say who has left: it is asked about until somebody chooses. */
const undecided = '?'

const unsaid = (
  recognised: Recognised,
  mapping: Readonly<Record<string, unknown>>,
  name: string,
): string =>
  Object.hasOwn(mapping, name) || Object.hasOwn(recognised.mapping, name) ? '' : undecided

function bodyOf(decided: Decisions, zone: string): Body<'project.imports.start'> {
  const { fields, basis, wording, source, at, segment } = decided
  const joins = basis !== '' && decided.topics.length > 0
  const mapping = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field !== undecided)
      .map(([column, field]) => [column, field.split(':')[0] || null]),
  )
  return {
    mapping,
    create_properties: newTypesOf(Object.values(fields)),
    on_existing: decided.on_existing,
    topics: joins ? decided.topics : [],
    ...(joins && {
      consent: { basis, wording, source, ...(at && { at: momentOf(`${at}T12:00`, zone) }) },
    }),
    confirm: joins && decided.confirm ? 'send' : 'none',
    ...(segment && { segment }),
    ...(decided.decimal_mark && { decimal_mark: decided.decimal_mark }),
    ...(decided.date_order && { date_order: decided.date_order }),
    dry_run: true,
  }
}

export function DecideForm({ one, onStarted }: { one: Import; onStarted?: () => void }) {
  const say = useSay()
  const { zone } = useTimes()
  const recognised = one.recognised!
  const form = useApiForm('project.imports.start', {
    stale: ['project.imports', 'project.contactProperties'],
    initial: decisionsOf(one, recognised),
    params: { consent: 'wording', 'consent.source': 'source', 'consent.at': 'at' },
    input: values => ({ id: one.id, body: bodyOf(values, zone) }),
    onDone: onStarted,
  })
  return (
    <ApiForm form={form} action={say(words.tryIt)} isChanged={form.isChanged}>
      <Section title={say(words.understood)} flush>
        <Understood recognised={recognised} />
        <MappingTable
          recognised={recognised}
          fields={form.values.fields}
          set={(column, field) => form.set('fields', { ...form.values.fields, [column]: field })}
        />
      </Section>
      <FormChoices one={one} recognised={recognised} />
      <HabitChoices recognised={recognised} field={name => form.field(name)} />
      <FirstLines recognised={recognised} />
      <Section title={say(words.existing)}>
        <Radio.Group {...form.field('on_existing')} aria-label={say(words.existing)}>
          <Stack gap={6}>
            <Radio value="update" label={say(words.update)} />
            <Radio value="keep" label={say(words.keep)} />
            <Radio value="skip" label={say(words.skip)} />
          </Stack>
        </Radio.Group>
        <ListChoice field={form.field('segment')} />
      </Section>
      <ConsentSection form={form} />
      <Text size="sm" c="dimmed">
        {say(words.tryAbout)}
      </Text>
    </ApiForm>
  )
}

function ListChoice({ field }: { field: object }) {
  const say = useSay()
  const { data: segments = [] } = useAll('project.segments.list')
  const lists = segments.filter(segment => segment.kind === 'static')
  if (lists.length === 0) return null
  const data = lists.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <NativeSelect
      {...field}
      mt="sm"
      maw={420}
      label={say(words.segment)}
      data={[{ value: '', label: say(words.noSegment) }, ...data]}
    />
  )
}

interface ConsentSectionProps {
  readonly form: {
    readonly values: Decisions
    readonly field: (name: keyof Decisions) => object
    readonly check: (name: keyof Decisions) => object
  }
}

function ConsentSection({ form }: ConsentSectionProps) {
  const say = useSay()
  const { topics } = useTopics()
  const { basis } = form.values
  return (
    <Section title={say(words.consent)} about={say(words.consentAbout)}>
      {topics.length === 0 ? (
        <Stack gap="xs" align="flex-start">
          <Text c="dimmed">{say(words.noTopics)}</Text>
          <DialogButton label={say(topicWords.add)} size="lg">
            {close => <AddForm close={close} />}
          </DialogButton>
        </Stack>
      ) : (
        <Stack gap="sm">
          <Radio.Group {...form.field('basis')} aria-label={say(words.basis)}>
            <Stack gap={6}>
              <Radio value="" label={say(words.basisNone)} />
              <Radio value="consent" label={say(words.basisConsent)} />
              <Radio value="legitimate_interest" label={say(words.basisInterest)} />
              <Radio value="contract" label={say(words.basisContract)} />
            </Stack>
          </Radio.Group>
          {basis !== '' && <Evidence form={form} />}
        </Stack>
      )}
    </Section>
  )
}

function Evidence({ form }: ConsentSectionProps) {
  const say = useSay()
  return (
    <>
      <TopicChoices field={form.field('topics')} label={say(words.topics)} isRequired />
      <Textarea
        {...form.field('wording')}
        label={say(words.wording)}
        required
        autosize
        minRows={2}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...form.field('source')}
          label={say(words.source)}
          placeholder={say(words.sourceAbout)}
          required
        />
        <TextInput {...form.field('at')} type="date" label={say(words.at)} />
      </SimpleGrid>
      <Checkbox
        {...form.check('confirm')}
        label={say(words.confirm)}
        description={say(words.confirmAbout)}
      />
      <Unconfirmed
        topics={form.values.topics}
        isSent={form.values.confirm}
        text={words.unconfirmed}
      />
    </>
  )
}
