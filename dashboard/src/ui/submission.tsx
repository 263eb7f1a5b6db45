/**
 * A form that calls the API, whoever keeps what is written in it: sent once however fast it is
 * clicked, with the server's refusal at the field that it names, or beside the button where it names
 * none.
 */
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer, ChangeName, Group as Stale } from '../api/calls.ts'
import type { ApiError } from '../api/client.ts'
import { type ChangeInput, useChange } from '../api/hooks.ts'
import { useMay } from '../api/may.ts'
import { Refused } from './show.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface Submission<N extends ChangeName> {
  /** What has to be read again afterwards. */
  readonly stale?: readonly Stale[]
  /** What is in its fields. */
  readonly read: () => object
  /** What is sent for it. */
  readonly input: () => ChangeInput<N>
  readonly onDone: (answer: Answer<N>) => unknown
  /** Fields by the server's names for them, where these differ. */
  readonly params?: Readonly<Record<string, string>>
}

export function useSubmission<N extends ChangeName>(
  call: N,
  { stale = [], read, input, onDone, params = {} }: Submission<N>,
) {
  const change = useChange(call, ...stale)
  const { error } = change
  const field = error && fieldOf(error, read(), params)
  const element = useRef<HTMLFormElement>(null)
  const once = useOnce()
  const [focused, setFocused] = useState<ApiError | null>(null)
  useEffect(() => {
    if (!field || focused === error) return
    setFocused(error)
    element.current?.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus()
  }, [field, error, focused])
  // What was changed may take this form away before it is told so: the promise says it all the same.
  const submit = once(() => change.mutateAsync(input()).then(onDone, () => {}))
  return {
    element,
    submit,
    isRunning: change.isPending,
    call,
    answer: change.data,
    /** The whole refusal, for pages that say more than its message. */
    error,
    /** What of it is at no field. */
    rest: field ? null : error,
    /** What an input of Mantine's takes where a refusal is about it. */
    refusalAt: (name: string) =>
      field === name && error ? { error: error.message, errorProps: { role: 'alert' } } : {},
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
