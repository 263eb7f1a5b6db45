/** Two-step log-in: setting it up with an authenticator, and ending it. */
import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import { sessionKey, useChange } from '../../api/hooks.ts'
import { CodeBlock, CopyLine } from '../../ui/copy.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { QrCode } from '../../ui/qr.tsx'
import { Refused, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { settings as words } from './texts.ts'

type Codes = readonly string[]

export function TwoSteps({ isOn }: { isOn: boolean }) {
  const say = useSay()
  const client = useQueryClient()
  const [codes, setCodes] = useState<Codes | null>(null)
  const settle = () => void client.invalidateQueries({ queryKey: sessionKey })
  const turnedOn = (made: Codes) => {
    setCodes(made)
    settle()
  }
  return (
    <Section title={say(words.twoSteps)} about={say(words.twoStepsAbout)}>
      {codes && <RecoveryCodes codes={codes} />}
      {isOn ? <TurnOff onDone={settle} /> : <SetUp onDone={turnedOn} />}
    </Section>
  )
}

function RecoveryCodes({ codes }: { codes: Codes }) {
  const say = useSay()
  return (
    <Alert variant="outline" color="pouch" className="alert" mb="md" title={say(words.recovery)}>
      <Text size="sm" mb="xs">
        {say(words.recoveryAbout)} {say(common.keepSafe)}
      </Text>
      <CodeBlock code={codes.join('\n')} what={say(words.recovery)} />
    </Alert>
  )
}

function SetUp({ onDone }: { onDone: (codes: Codes) => void }) {
  const say = useSay()
  const setup = useChange('totp.setup')
  if (setup.data) return <TurnOn setup={setup.data} onDone={onDone} />
  return (
    <>
      <Button variant="default" loading={setup.isPending} onClick={() => setup.mutate()}>
        {say(words.setUp)}
      </Button>
      <Refused error={setup.error} />
    </>
  )
}

interface TurnOnProps {
  readonly setup: Answer<'totp.setup'>
  readonly onDone: (codes: Codes) => void
}

function TurnOn({ setup, onDone }: TurnOnProps) {
  const say = useSay()
  const form = useApiForm('totp.enable', {
    initial: { code: '' },
    input: ({ code }) => ({ body: { code: code.trim() } }),
    onDone: made => onDone(made.recovery_codes),
  })
  return (
    <>
      <Text size="sm" mb="sm">
        {say(words.scan)}
      </Text>
      <Group align="flex-start" gap="lg" mb="sm">
        <QrCode text={setup.uri} label={say(words.qr)} />
        <div style={{ flex: '1 1 240px', minWidth: 0, maxWidth: 420 }}>
          <CopyLine text={setup.secret} what={say(words.secret)} />
        </div>
      </Group>
      <ApiForm form={form} action={say(words.turnOn)}>
        <TextInput
          {...form.field('code')}
          label={say(words.code)}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maw={240}
        />
      </ApiForm>
    </>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const say = useSay()
  const form = useApiForm('totp.disable', {
    initial: { code: '' },
    input: ({ code }) => ({ body: { code: code.trim() } }),
    onDone,
  })
  return (
    <>
      <Text mb="sm">{say(words.isOn)}</Text>
      <ApiForm form={form} action={say(words.turnOff)}>
        <TextInput
          {...form.field('code')}
          label={say(words.codeToEnd)}
          autoComplete="one-time-code"
          required
          maw={240}
        />
      </ApiForm>
    </>
  )
}
