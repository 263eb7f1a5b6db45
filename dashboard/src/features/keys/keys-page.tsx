/** The API keys of the project. */

import { ActionIcon, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Key, Mode, Scope } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Once } from '../../ui/copy.tsx'
import { IconKey, IconPlus, IconTrash } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { FormDialog } from '../../ui/old-form.tsx'
import { Badge, Empty, Loaded, PageTitle, Scroll, Section } from '../../ui/show.tsx'
import { common, statusTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { keys as words } from './texts.ts'

export function KeysPage() {
  const say = useSay()
  const query = useApi('keys.list')
  const [isOpen, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          {say(words.create)}
        </Button>
      </PageTitle>
      {secret && <Once title={say(words.created)} secret={secret} />}
      {isOpen && (
        <CreateDialog
          close={close}
          onCreated={key => {
            close()
            setSecret(key)
          }}
        />
      )}
      <Section flush>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={IconKey} title={say(words.none)} about={say(words.noneAbout)} />
            ) : (
              <KeyTable rows={data} />
            )
          }
        </Loaded>
      </Section>
    </>
  )
}

function KeyTable({ rows }: { rows: readonly Key[] }) {
  const say = useSay()
  return (
    <Scroll label={say(words.title)}>
      <table className="table">
        <thead>
          <tr>
            <th>{say(common.name)}</th>
            <th>{say(words.key)}</th>
            <th className="tight">{say(common.mode)}</th>
            <th className="tight">{say(words.scope)}</th>
            <th className="tight">{say(words.used)}</th>
            <th className="tight">
              <span className="sr-only">{say(common.actions)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td className="wrap" style={{ minWidth: 110 }}>
                {row.name || <span className="dim">{say(words.noName)}</span>}
                {row.allow_ips && row.allow_ips.length > 0 && (
                  <div className="dim mono">{row.allow_ips.join(', ')}</div>
                )}
              </td>
              <td className="mono">{row.prefix}…</td>
              <td className="tight">
                <Badge state={row.mode} />
              </td>
              <td className="tight">{say(words[row.scope])}</td>
              <td className="tight dim">
                {row.last_used_at ? <Time at={row.last_used_at} /> : say(common.never)}
              </td>
              <td className="tight">
                <RemoveKey row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function RemoveKey({ row }: { row: Key }) {
  const say = useSay()
  const remove = useChange('keys.delete', 'keys')
  const what = row.name || row.prefix
  return (
    <Confirm
      title={say(common.removeWhat, { what })}
      about={say(words.removeAbout)}
      action={say(common.remove)}
      run={async () => {
        await remove.mutateAsync({ key_id: row.id })
        notify(say(common.removed))
      }}
    >
      {open => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={say(common.removeWhat, { what })}
          onClick={open}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Confirm>
  )
}

interface CreateProps {
  readonly close: () => void
  readonly onCreated: (key: string) => void
}

function CreateDialog({ close, onCreated }: CreateProps) {
  const say = useSay()
  const { mode: here } = useWhere()
  const [name, setName] = useState('')
  const [mode, setMode] = useState<Mode>(here)
  const [scope, setScope] = useState<Scope>('send')
  const [ips, setIps] = useState('')
  const [rate, setRate] = useState<number | string>('')
  const create = useChange('keys.create', 'keys')
  const allow = ips.split(/[\s,;]+/).filter(Boolean)
  const submit = () =>
    create.mutate(
      {
        body: {
          mode,
          scope,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...(allow.length === 0 ? {} : { allow_ips: allow }),
          ...(typeof rate === 'number' ? { rate } : {}),
        },
      },
      { onSuccess: ({ key }) => onCreated(key) },
    )
  return (
    <FormDialog
      title={say(words.create)}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(common.create)}
      isRunning={create.isPending}
      error={create.error}
    >
      <TextInput
        label={say(common.name)}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={say(common.mode)}
        value={mode}
        onChange={event => setMode(event.currentTarget.value as Mode)}
        data={(['test', 'live'] as const).map(value => ({ value, label: say(statusTexts[value]) }))}
      />
      <NativeSelect
        label={say(words.scope)}
        value={scope}
        onChange={event => setScope(event.currentTarget.value as Scope)}
        data={(['send', 'read', 'admin'] as const).map(value => ({
          value,
          label: say(words[value]),
        }))}
      />
      <TextInput
        label={say(words.allowIps)}
        description={say(words.allowIpsAbout)}
        value={ips}
        onChange={event => setIps(event.currentTarget.value)}
      />
      <NumberInput
        label={say(words.rate)}
        min={1}
        max={1000}
        allowDecimal={false}
        hideControls
        value={rate}
        onChange={setRate}
      />
    </FormDialog>
  )
}
