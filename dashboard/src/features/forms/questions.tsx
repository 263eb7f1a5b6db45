/** What a form asks beside the address, one row each. */
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useAll } from '../../api/lists.ts'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { choicesOf, fieldsIn } from '../contacts/fields.tsx'
import { useLabel } from '../properties/property-input.tsx'
import { forms as words } from './texts.ts'

export interface Question {
  readonly key: string
  readonly labelPt: string
  readonly labelEn: string
  readonly required: boolean
}

interface QuestionsProps {
  readonly questions: readonly Question[]
  readonly set: (questions: readonly Question[]) => void
  /** Where a refusal of them is said. */
  readonly field: { readonly error?: unknown }
}

function useKeys() {
  const say = useSay()
  const labelOf = useLabel()
  const { data: properties = [] } = useAll('project.contactProperties.list')
  return [
    ...choicesOf(fieldsIn('forms'), say),
    ...properties.map(one => ({ value: `properties.${one.key}`, label: labelOf(one) })),
  ]
}

export function Questions({ questions, set, field }: QuestionsProps) {
  const say = useSay()
  const keys = useKeys()
  const free = keys.filter(({ value }) => !questions.some(one => one.key === value))
  const put = (n: number, next: Question | null) =>
    set(questions.flatMap((one, i) => (i === n ? (next ?? []) : one)))
  const add = () => {
    const key = free[0]!.value
    set([...questions, { key, labelPt: '', labelEn: '', required: false }])
  }
  return (
    <>
      <ol className="conditions">
        {questions.map((question, n) => (
          <li key={question.key}>
            <fieldset>
              <legend className="sr-only">{say(words.question, { n: n + 1 })}</legend>
              <Row
                question={question}
                keys={keys.filter(one => one.value === question.key || free.includes(one))}
                n={n}
                put={next => put(n, next)}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      {typeof field.error === 'string' && (
        <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {field.error}
        </p>
      )}
      {free.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          {say(words.addField)}
        </Button>
      )}
    </>
  )
}

interface RowProps {
  readonly question: Question
  readonly keys: readonly { readonly value: string; readonly label: string }[]
  readonly n: number
  readonly put: (next: Question | null) => void
}

function Row({ question, keys, n, put }: RowProps) {
  const say = useSay()
  return (
    <div className="condition">
      <NativeSelect
        aria-label={say(words.field)}
        value={question.key}
        onChange={event => put({ ...question, key: event.currentTarget.value })}
        data={[...keys]}
      />
      <TextInput
        aria-label={say(words.labelPt)}
        placeholder={say(words.labelPt)}
        flex="1 1 160px"
        value={question.labelPt}
        onChange={event => put({ ...question, labelPt: event.currentTarget.value })}
      />
      <TextInput
        aria-label={say(words.labelEn)}
        placeholder={say(words.labelEn)}
        flex="1 1 160px"
        value={question.labelEn}
        onChange={event => put({ ...question, labelEn: event.currentTarget.value })}
      />
      <Checkbox
        label={say(words.required)}
        checked={question.required}
        onChange={event => put({ ...question, required: event.currentTarget.checked })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.removeField, { n: n + 1 })}
        onClick={() => put(null)}
        ml="auto"
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}
