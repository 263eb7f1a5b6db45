/** Copying, and the things worth copying: codes, ids, secrets. */
import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from './icons.ts'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

export function CopyButton({ text, what }: { text: string; what: string }) {
  const say = useSay()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const label = copied ? say(common.copied) : say(common.copyWhat, { what })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      onClick={event => {
        event.preventDefault()
        copy(text)
      }}
    >
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  )
}

/** Copies what is not shown, and says so in its own words. */
export function CopyWords({ text, label }: { text: string; label: string }) {
  const say = useSay()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={() => copy(text)}
    >
      {copied ? say(common.copied) : label}
    </Button>
  )
}

/** One line of code with its button. */
export function CopyLine({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap" className="code-line">
      <code className="mono break">{text}</code>
      <CopyButton text={text} what={what} />
    </Group>
  )
}

export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section tabIndex={0} aria-label={what} className="code-scroll">
        <pre>{code}</pre>
      </section>
      <div className="code-copy">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  )
}

interface OnceProps {
  readonly title: string
  /** What to do with it, where that is not to keep it safe. */
  readonly about?: string
  /** What the button copies, where the title is no name for it. */
  readonly what?: string
  readonly secret: string
  /** Where it can be put away. */
  readonly close?: () => void
}

/** A secret, the one time it is shown. */
export function Once({ title, about, what = title, secret, close }: OnceProps) {
  const say = useSay()
  return (
    <Alert
      variant="outline"
      color="pouch"
      title={title}
      className="alert"
      mb="md"
      role="status"
      {...(close
        ? { withCloseButton: true, onClose: close, closeButtonLabel: say(common.close) }
        : {})}
    >
      <Text size="sm" mb="xs">
        {about ?? say(common.keepSafe)}
      </Text>
      <CopyLine text={secret} what={what} />
    </Alert>
  )
}
