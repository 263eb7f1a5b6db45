/** What a template is given with each email, one row each. */
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { TemplateVariable } from '../../api/shapes.ts'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import type { LetterFault } from '../letters/fault.ts'
import { ValueOfType } from '../properties/property-input.tsx'
import { typeTexts, templates as words } from './texts.ts'

interface VariablesFormProps {
  readonly variables: readonly TemplateVariable[]
  readonly set: (variables: readonly TemplateVariable[]) => void
  readonly fault: LetterFault | null
}

export function VariablesForm({ variables, set, fault }: VariablesFormProps) {
  const say = useSay()
  const place = Number(/^variables\[(\d+)\]/.exec(fault?.param ?? '')?.[1] ?? -1)
  const add = () => set([...variables, { key: `value_${variables.length + 1}`, type: 'string' }])
  return (
    <Section title={say(words.variables)} about={say(words.variablesAbout)}>
      {variables.length === 0 && <p className="dim">{say(words.noVariables)}</p>}
      <ol className="conditions">
        {variables.map((variable, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variable that is being named has no other name
          <li key={n}>
            <fieldset>
              <legend className="sr-only">{say(words.variableN, { n: n + 1 })}</legend>
              <Row
                variable={variable}
                n={n}
                put={next => set(variables.with(n, next))}
                remove={() => set(variables.toSpliced(n, 1))}
              />
            </fieldset>
            {place === n && (
              <p role="alert" className="field-error">
                {fault!.message}
              </p>
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={add}
      >
        {say(words.addVariable)}
      </Button>
    </Section>
  )
}

interface RowProps {
  readonly variable: TemplateVariable
  readonly n: number
  readonly put: (variable: TemplateVariable) => void
  readonly remove: () => void
}

function Row({ variable, n, put, remove }: RowProps) {
  const say = useSay()
  const { key, type, required = false, fallback, sample, ...rest } = variable
  const all = { ...rest, key, type, required, fallback, sample }
  const valued = (name: 'fallback' | 'sample') => ({
    type,
    value: all[name],
    set: (value: unknown) => put({ ...all, [name]: value }),
    flex: '1 1 130px',
  })
  return (
    <div className="condition variable">
      <TextInput
        label={say(words.key)}
        value={key}
        onChange={event => put({ ...all, key: keyOf(event.currentTarget.value) })}
        autoCapitalize="none"
        flex="1 1 130px"
      />
      <NativeSelect
        label={say(words.type)}
        value={type}
        onChange={event =>
          put({
            ...rest,
            key,
            required,
            type: event.currentTarget.value as TemplateVariable['type'],
          })
        }
        data={Object.entries(typeTexts).map(([value, text]) => ({ value, label: say(text) }))}
      />
      <ValueOfType label={say(words.fallback)} {...valued('fallback')} />
      <ValueOfType label={say(words.sample)} {...valued('sample')} />
      <Checkbox
        label={say(words.required)}
        checked={required}
        onChange={event => put({ ...all, required: event.currentTarget.checked })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.removeVariable, { n: n + 1 })}
        onClick={remove}
        ml="auto"
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}

/** As a name must be written: what cannot stand in one becomes a line below. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, match => (/^[\u0300-\u036f]+$/.test(match) ? '' : '_'))
    .replace(/^[^a-z]+/, '')
    .slice(0, 64)
