/** Two-step log-in: setting it up with an authenticator, and ending it. */
import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionKey, useChange } from '../../api/hooks.ts'
import { CodeBlock, CopyLine } from '../../ui/copy.tsx'
import { Form } from '../../ui/old-form.tsx'
import { QrCode } from '../../ui/qr.tsx'
import { Refused, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { settings as words } from './texts.ts'

export function TwoSteps({ isOn }: { isOn: boolean }) {
  const say = useSay()
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const settle = () => void client.invalidateQueries({ queryKey: sessionKey })
  return (
    <Section title={say(words.twoSteps)} about={say(words.twoStepsAbout)}>
      {codes && (
        <Alert
          variant="outline"
          color="pouch"
          className="alert"
          mb="md"
          title={say(words.recovery)}
        >
          <Text size="sm" mb="xs">
            {say(words.recoveryAbout)} {say(common.keepSafe)}
          </Text>
          <CodeBlock code={codes.join('\n')} what={say(words.recovery)} />
        </Alert>
      )}
      {isOn ? (
        <TurnOff onDone={settle} />
      ) : (
        <TurnOn
          onDone={made => {
            setCodes(made)
            settle()
          }}
        />
      )}
    </Section>
  )
}

function TurnOn({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const say = useSay()
  const [code, setCode] = useState('')
  const setup = useChange('totp.setup')
  const enable = useChange('totp.enable')
  if (!setup.data) {
    return (
      <>
        <Button variant="default" loading={setup.isPending} onClick={() => setup.mutate()}>
          {say(words.setUp)}
        </Button>
        <Refused error={setup.error} />
      </>
    )
  }
  const submit = () =>
    enable.mutate(
      { body: { code: code.trim() } },
      { onSuccess: made => onDone(made.recovery_codes) },
    )
  return (
    <>
      <Text size="sm" mb="sm">
        {say(words.scan)}
      </Text>
      <Group align="flex-start" gap="lg" mb="sm">
        <QrCode text={setup.data.uri} label={say(words.qr)} />
        <div style={{ flex: '1 1 240px', minWidth: 0, maxWidth: 420 }}>
          <CopyLine text={setup.data.secret} what={say(words.secret)} />
        </div>
      </Group>
      <Form
        submit={submit}
        action={say(words.turnOn)}
        isRunning={enable.isPending}
        error={enable.error}
      >
        <TextInput
          label={say(words.code)}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maw={240}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      </Form>
    </>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const say = useSay()
  const [code, setCode] = useState('')
  const disable = useChange('totp.disable')
  const submit = () => disable.mutate({ body: { code: code.trim() } }, { onSuccess: onDone })
  return (
    <>
      <Text mb="sm">{say(words.isOn)}</Text>
      <Form
        submit={submit}
        action={say(words.turnOff)}
        isRunning={disable.isPending}
        error={disable.error}
      >
        <TextInput
          label={say(words.codeToEnd)}
          autoComplete="one-time-code"
          required
          maw={240}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      </Form>
    </>
  )
}
