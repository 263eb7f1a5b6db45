/** Forms that call the API, with values and fields by Mantine's form. */
import { useForm } from '@mantine/form'
import type { Answer, ChangeName, Group as Stale } from '../api/calls.ts'
import type { ChangeInput } from '../api/hooks.ts'
import { useSubmission } from './submission.tsx'

interface ApiFormOptions<N extends ChangeName, Values extends object> {
  /** What has to be read again afterwards. */
  readonly stale?: readonly Stale[]
  readonly initial: Values
  /** What is sent for what was filled in. */
  readonly input: (values: Values) => ChangeInput<N>
  readonly onDone?: (answer: Answer<N>, values: Values) => unknown
  /** Fields by the server's names for them, where these differ. */
  readonly params?: Readonly<Record<string, keyof Values & string>>
}

/** The form of a call; `useApiForm('keys.create', { … })`. */
export function useApiForm<N extends ChangeName, Values extends object>(
  call: N,
  options: ApiFormOptions<N, Values>,
) {
  const { initial, input, onDone, ...rest } = options
  const form = useForm<Values>({ initialValues: initial })
  const { values } = form
  const sent = useSubmission(call, {
    ...rest,
    read: () => values,
    input: () => input(values),
    onDone: answer => {
      form.resetDirty(values)
      return onDone?.(answer, values)
    },
  })
  return {
    ...sent,
    values,
    set: form.setFieldValue,
    reset: form.reset,
    /** Whether something was changed that is not saved. */
    isChanged: () => form.isDirty(),
    /** What an input of Mantine's takes. */
    field: (name: FieldName<Values>) => ({
      ...form.getInputProps(name as never),
      ...sent.refusalAt(name),
    }),
    /** The same for a checkbox or a switch. */
    check: (name: keyof Values & string) => form.getInputProps(name as never, { type: 'checkbox' }),
    /** What is wrong with a field of several inputs. */
    errorOf: (name: FieldName<Values>): string | undefined => sent.refusalAt(name).error,
  }
}

/** `name`, or `properties.city` of a value that holds others. */
type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`
