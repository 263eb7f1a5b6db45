/**
 * Forms that call the API: values and fields by Mantine's form, the server's refusal at the field
 * that it names, or beside the button where it names none.
 */
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer, ChangeName, Group as Stale } from '../api/calls.ts'
import type { ApiError } from '../api/client.ts'
import { type ChangeInput, useChange } from '../api/hooks.ts'
import { useMay } from '../api/may.ts'
import { Refused } from './show.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

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
  const { stale = [], initial, input, onDone, params = {} } = options
  const change = useChange(call, ...stale)
  const form = useForm<Values>({ initialValues: initial })
  const { error } = change
  const field = error && fieldOf(error, form.values, params)
  const element = useRef<HTMLFormElement>(null)
  const once = useOnce()
  const [focused, setFocused] = useState<ApiError | null>(null)
  useEffect(() => {
    if (!field || focused === error) return
    setFocused(error)
    element.current?.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus()
  }, [field, error, focused])
  const submit = once(() => {
    const { values } = form
    // What was changed may take this form away before it is told so: the promise says it all the same.
    return change.mutateAsync(input(values)).then(
      answer => {
        form.resetDirty(values)
        return onDone?.(answer, values)
      },
      () => {},
    )
  })
  return {
    element,
    values: form.values,
    set: form.setFieldValue,
    reset: form.reset,
    submit,
    isRunning: change.isPending,
    call,
    /** Whether something was changed that is not saved. */
    isChanged: () => form.isDirty(),
    answer: change.data,
    /** The whole refusal, for pages that say more than its message. */
    error,
    /** What of it is at no field. */
    rest: field ? null : error,
    /** What an input of Mantine's takes. */
    field: (name: FieldName<Values>) => ({
      ...form.getInputProps(name as never),
      ...(field === name && error ? { error: error.message, errorProps: { role: 'alert' } } : {}),
    }),
    /** The same for a checkbox or a switch. */
    check: (name: keyof Values & string) => form.getInputProps(name as never, { type: 'checkbox' }),
    /** What is wrong with a field of several inputs. */
    errorOf: (name: FieldName<Values>) => (field === name ? error?.message : undefined),
  }
}

/**
 * Sends a form once, however fast it is clicked: the second click of a double click comes before
 * the button is drawn as busy.
 */
function useOnce() {
  const isBusy = useRef(false)
  return (run: () => Promise<unknown> | undefined) => async (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog is, to React, within the form that opened the dialog.
    event.stopPropagation()
    if (isBusy.current) return
    isBusy.current = true
    try {
      await run()
    } finally {
      isBusy.current = false
    }
  }
}

/** `name`, or `properties.city` of a value that holds others. */
type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/** The field that a refusal is about: `events[0]` is about `events`. */
function fieldOf(
  error: ApiError,
  values: object,
  params: Readonly<Record<string, string>>,
): string | null {
  const [name, inner = ''] = /^(\w+)(?:\.(\w+))?/.exec(error.param ?? '')?.slice(1) ?? []
  if (name === undefined) return null
  const field = params[error.param ?? ''] ?? params[name] ?? name
  if (!(field in values)) return null
  const value: unknown = values[field as keyof typeof values]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return field
  return inner in value ? `${field}.${inner}` : null
}

interface ApiFormProps {
  readonly form: {
    readonly element: RefObject<HTMLFormElement | null>
    readonly submit: (event: FormEvent) => unknown
    readonly isRunning: boolean
    /** Who may not do it has no button. */
    readonly call: ChangeName
    readonly rest: ApiError | null
  }
  readonly action: string
  /** Whether it is higher than a window: its button stays in sight. */
  readonly isLong?: boolean
  readonly onCancel?: () => void
  readonly children: ReactNode
}

export function ApiForm({ form, action, onCancel, isLong = false, children }: ApiFormProps) {
  const say = useSay()
  const isAllowed = useMay(form.call)
  return (
    <form onSubmit={form.submit} ref={form.element}>
      <Stack gap="sm">
        {children}
        <Refused error={form.rest} />
        <Group
          justify={onCancel ? 'flex-end' : 'flex-start'}
          mt={4}
          className={isLong ? 'form-foot' : undefined}
        >
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {say(common.cancel)}
            </Button>
          )}
          {isAllowed && (
            <Button type="submit" loading={form.isRunning}>
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
