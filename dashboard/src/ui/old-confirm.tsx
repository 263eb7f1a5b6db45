/** Asks before what cannot be undone. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { Refused } from './show.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface ConfirmProps {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly run: () => Promise<unknown>
  /** What opens the question. */
  readonly children: (open: () => void) => ReactNode
}

export function Confirm({ title, about, action, run, children }: ConfirmProps) {
  const say = useSay()
  const [isOpen, { open, close }] = useDisclosure()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const go = async () => {
    setRunning(true)
    setError(null)
    try {
      await run()
      close()
    } catch (refused) {
      setError(refused instanceof ApiError ? refused : new ApiError(0, null))
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      {children(open)}
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': say(common.close) }}
      >
        <Text size="sm" mb="md" className="wrap">
          {about}
        </Text>
        <Refused error={error} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {say(common.cancel)}
          </Button>
          <Button color="red.9" loading={isRunning} onClick={() => void go()} data-autofocus>
            {action}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
