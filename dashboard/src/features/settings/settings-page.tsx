/** The person's own settings, and those of the account for its owners. */

import { Button, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionKey, useApi, useChange, useMe } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { browserOf } from '../../ui/agent.ts'
import { notify } from '../../ui/notify.ts'
import { Form } from '../../ui/old-form.tsx'
import { Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common, languageNames } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { type Language, useSay, useSpeech } from '../../ui/words.tsx'
import { timeZones } from '../../ui/zone.ts'
import { door } from '../session/texts.ts'
import { settings as words } from './texts.ts'
import { TwoSteps } from './two-steps.tsx'

export function SettingsPage() {
  const say = useSay()
  const me = useMe()
  return (
    <>
      <PageTitle title={say(words.title)} />
      <Profile me={me} />
      {me.user.role === 'owner' && <Account me={me} />}
      <Password />
      <TwoSteps isOn={me.user.totp_enabled} />
      <Sessions />
    </>
  )
}

function useLanguageChoices() {
  const say = useSay()
  return (['pt', 'en'] as const).map(value => ({ value, label: say(languageNames[value]) }))
}

function Profile({ me }: { me: Session }) {
  const say = useSay()
  const client = useQueryClient()
  const { language: spoken, choose } = useSpeech()
  const [name, setName] = useState(me.user.name ?? '')
  const [language, setLanguage] = useState<Language>(me.user.language ?? spoken)
  const save = useChange('user.update')
  const choices = useLanguageChoices()
  const submit = () =>
    save.mutate(
      { body: { name: name.trim(), language } },
      {
        onSuccess: next => {
          client.setQueryData(sessionKey, next)
          choose(language)
          notify(say(common.saved))
        },
      },
    )
  return (
    <Section title={say(words.profile)} about={me.user.email}>
      <Form submit={submit} action={say(common.save)} isRunning={save.isPending} error={save.error}>
        <TextInput
          label={say(door.yourName)}
          autoComplete="name"
          maw={420}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={say(common.language)}
          maw={420}
          value={language}
          onChange={event => setLanguage(event.currentTarget.value as Language)}
          data={choices}
        />
      </Form>
    </Section>
  )
}

function Account({ me }: { me: Session }) {
  const say = useSay()
  const client = useQueryClient()
  const [name, setName] = useState(me.account.name)
  const [zone, setZone] = useState(me.account.time_zone)
  const [language, setLanguage] = useState<Language>(me.account.language)
  const save = useChange('account.update')
  const choices = useLanguageChoices()
  const zones = timeZones.includes(zone) ? timeZones : [zone, ...timeZones]
  const submit = () =>
    save.mutate(
      {
        body: { name: name.trim(), time_zone: zone, language },
      },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: sessionKey })
          notify(say(common.saved))
        },
      },
    )
  return (
    <Section title={say(words.account)}>
      <Form submit={submit} action={say(common.save)} isRunning={save.isPending} error={save.error}>
        <TextInput
          label={say(words.accountName)}
          required
          maw={420}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={say(words.zone)}
          description={say(words.zoneAbout)}
          maw={420}
          value={zone}
          onChange={event => setZone(event.currentTarget.value)}
          data={[...zones]}
        />
        <NativeSelect
          label={say(words.accountLanguage)}
          maw={420}
          value={language}
          onChange={event => setLanguage(event.currentTarget.value as Language)}
          data={choices}
        />
      </Form>
    </Section>
  )
}

function Password() {
  const say = useSay()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange('password.change', 'sessions')
  const submit = () =>
    change.mutate(
      { body: { current, new: next } },
      {
        onSuccess: () => {
          setCurrent('')
          setNext('')
          notify(say(words.changed))
        },
      },
    )
  return (
    <Section title={say(words.password)}>
      <Form
        submit={submit}
        action={say(words.change)}
        isRunning={change.isPending}
        error={change.error}
      >
        <PasswordInput
          label={say(words.current)}
          autoComplete="current-password"
          required
          maw={420}
          value={current}
          onChange={event => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={say(words.new)}
          description={say(door.passwordAbout)}
          autoComplete="new-password"
          required
          minLength={8}
          maw={420}
          value={next}
          onChange={event => setNext(event.currentTarget.value)}
        />
      </Form>
    </Section>
  )
}

function Sessions() {
  const say = useSay()
  const query = useApi('sessions.list')
  const end = useChange('sessions.delete', 'sessions')
  return (
    <Section title={say(words.sessions)} about={say(words.sessionsAbout)}>
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <ul className="checklist">
            {data.map(session => (
              <li key={session.id}>
                <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                  <Text className="wrap">
                    {browserOf(session.agent) ?? say(words.unknownBrowser)}
                    {session.current && <span className="dim"> · {say(words.thisOne)}</span>}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {session.address} · {say(words.seen)} <Time at={session.seen_at} />
                  </Text>
                </div>
                {!session.current && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={say(words.endOf, { address: session.address ?? '' })}
                    onClick={() => end.mutate({ id: session.id })}
                  >
                    {say(words.end)}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
