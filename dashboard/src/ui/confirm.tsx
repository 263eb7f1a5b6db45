/**
 * Asks before what cannot be taken back. What destroys is never what the Enter key presses first,
 * and the focus goes back to the button that asked.
 */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { ApiError } from '../api/client.ts'
import { useMay } from '../api/may.ts'
import { type ButtonLook, Dialog, Opener } from './dialog.tsx'
import { IconTrash } from './icons.ts'
import { notify } from './notify.ts'
import { Refused } from './show.tsx'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface Question {
  readonly title: string
  readonly about: string
  /** What the button that does it says; the title if absent. */
  readonly action?: string
  readonly run: () => Promise<unknown>
  /** Said once it is done. */
  readonly done?: string
  /** `danger` destroys something or cannot be undone. */
  readonly tone?: 'danger' | 'normal'
  /** What has to be typed before: for what costs most if it was a mistake. */
  readonly typed?: string
}

interface ConfirmButtonProps extends Question {
  /** Not there for whom the server would refuse it. */
  readonly call?: ChangeName
  readonly look?: ButtonLook
  readonly icon?: ReactNode
  readonly label?: string
  readonly ariaLabel?: string | undefined
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { look = 'default', icon, label = props.title, ariaLabel, call, ...question } = props
  if (!useMay(call)) return null
  return (
    <ConfirmDialog {...question}>
      {open => <Opener look={look} icon={icon} label={label} ariaLabel={ariaLabel} open={open} />}
    </ConfirmDialog>
  )
}

interface DeleteButtonProps extends Pick<Question, 'about' | 'run'> {
  /** The name of what is deleted. */
  readonly what: string
  readonly look?: 'icon' | 'row' | 'default'
  /** After it is gone; it has been said so already. */
  readonly onDone?: () => void
  /** Not there for whom the server would refuse it. */
  readonly call?: ChangeName
}

export function DeleteButton(props: DeleteButtonProps) {
  const { what, about, run, look = 'icon', onDone, call } = props
  const say = useSay()
  const isAllowed = useMay(call)
  if (!isAllowed) return null
  const title = say(common.removeWhat, { what })
  const question = {
    title,
    about,
    action: say(common.remove),
    done: say(common.removed),
    tone: 'danger',
    run: async () => {
      await run()
      onDone?.()
    },
  } as const
  if (look !== 'icon') {
    const ariaLabel = look === 'row' ? title : undefined
    return <ConfirmButton {...question} look={look} label={question.action} ariaLabel={ariaLabel} />
  }
  return (
    <ConfirmDialog {...question}>
      {open => <Opener look="icon" icon={<IconTrash size={16} />} label={title} open={open} />}
    </ConfirmDialog>
  )
}

interface ConfirmDialogProps extends Question {
  readonly children: (open: () => void) => ReactNode
}

function ConfirmDialog({ title, children, ...question }: ConfirmDialogProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      {children(open)}
      <Dialog title={title} isOpen={isOpen} close={close}>
        <Answering {...question} action={question.action ?? title} close={close} />
      </Dialog>
    </>
  )
}

/** A number may be typed as it is shown, in groups of three. */
const isTyped = (answer: string, typed: string): boolean =>
  answer.trim() === typed || (/^\d+$/.test(typed) && answer.replace(/[\s.,]/g, '') === typed)

/** What a dialog asks before it does it. */
export function Answering(props: Omit<Question, 'title'> & { action: string; close: () => void }) {
  const { about, action, run, done, tone = 'normal', typed, close } = props
  const [answer, setAnswer] = useState('')
  const say = useSay()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const isDanger = tone === 'danger'
  const go = async () => {
    setRunning(true)
    setError(null)
    try {
      await run()
      close()
      if (done) notify(done)
    } catch (refused) {
      setError(refused instanceof ApiError ? refused : new ApiError(0, null))
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <Text size="sm" mb="md" className="wrap">
        {about}
      </Text>
      {typed !== undefined && (
        <TextInput
          label={say(common.typeToGoOn, { text: typed })}
          value={answer}
          onChange={event => setAnswer(event.currentTarget.value)}
          autoComplete="off"
          mb="sm"
        />
      )}
      <Refused error={error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus={isDanger || undefined}>
          {say(isDanger ? common.keep : common.cancel)}
        </Button>
        <Button
          {...(isDanger ? { color: 'red.9' } : {})}
          loading={isRunning}
          disabled={typed !== undefined && !isTyped(answer, typed)}
          onClick={() => void go()}
          data-autofocus={!isDanger || undefined}
        >
          {action}
        </Button>
      </Group>
    </>
  )
}
