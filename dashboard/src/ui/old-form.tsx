/** Forms and questions as pages had them before; nothing new is built on these. */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ApiError } from '../api/client.ts'
import { Refused } from './show.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface FormProps {
  readonly submit: () => void
  readonly action: string
  readonly isRunning: boolean
  readonly error: ApiError | null
  readonly onCancel?: () => void
  readonly children: ReactNode
}

export function Form({ submit, action, isRunning, error, onCancel, children }: FormProps) {
  const say = useSay()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit} noValidate={false}>
      <Stack gap="sm">
        {children}
        <Refused error={error} />
        <Group justify={onCancel ? 'flex-end' : 'flex-start'} mt={4}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {say(common.cancel)}
            </Button>
          )}
          <Button type="submit" loading={isRunning}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function FormDialog(
  props: FormProps & { title: string; isOpen: boolean; onCancel: () => void },
) {
  const { title, isOpen, ...form } = props
  const say = useSay()
  return (
    <Modal
      opened={isOpen}
      onClose={form.onCancel}
      title={title}
      closeButtonProps={{ 'aria-label': say(common.close) }}
    >
      <Form {...form} />
    </Modal>
  )
}
