/** Whom Malote does not write to, why, and the way out. */

import { ActionIcon, Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { type Suppression, suppressionReasons } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { IconBan, IconPlus, IconSearch, IconTrash, IconUpload } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Empty, Link, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { tell } from '../../ui/tell.tsx'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { suppressions as words } from './texts.ts'

export function SuppressionsPage() {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const ask = useDebouncedCallback((text: string) => setEmail(text.trim()), 350)
  const list = useList('project.suppressions.list', {
    email,
    reason: suppressionReasons.find(one => one === reason),
  })
  const [isAdding, adding] = useDisclosure()
  const [isImporting, importing] = useDisclosure()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
          {say(words.add)}
        </Button>
        <Button variant="default" leftSection={<IconUpload size={16} />} onClick={importing.open}>
          {say(words.import)}
        </Button>
        <ExportButton call="project.suppressions.export" file="suppressions.csv" />
      </PageTitle>
      {isAdding && <AddDialog close={adding.close} />}
      <Modal
        opened={isImporting}
        onClose={importing.close}
        title={say(words.import)}
        closeButtonProps={{ 'aria-label': say(common.close) }}
      >
        <Import />
      </Modal>
      <Group gap="xs" mb="sm">
        <TextInput
          type="search"
          aria-label={say(words.search)}
          placeholder={say(words.search)}
          leftSection={<IconSearch size={16} />}
          flex="1 1 220px"
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            ask(event.currentTarget.value)
          }}
        />
        <NativeSelect
          aria-label={say(common.reason)}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          data={[
            { value: '', label: say(words.anyReason) },
            ...suppressionReasons.map(value => ({ value, label: say(words[value]) })),
          ]}
        />
      </Group>
      <Section flush>
        <Loaded query={list}>
          {rows =>
            rows.length > 0 ? (
              <EntryTable rows={rows} />
            ) : email || reason ? (
              <Empty icon={IconBan} title={say(words.noneFit)} />
            ) : (
              <Empty icon={IconBan} title={say(words.none)} about={say(words.noneAbout)} />
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}

function EntryTable({ rows }: { rows: readonly Suppression[] }) {
  const say = useSay()
  const where = useWhere()
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{say(common.email)}</th>
          <th className="tight wide">{say(common.reason)}</th>
          <th className="tight wide">{say(words.blocks)}</th>
          <th className="tight wide">{say(words.cause)}</th>
          <th className="tight">{say(words.since)}</th>
          <th className="tight">
            <span className="sr-only">{say(common.actions)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="wrap">
              {row.email}
              <div className="narrow dim">
                {say(words[row.reason])} · {say(streamTexts[row.stream])}
              </div>
            </td>
            <td className="tight wide">{say(words[row.reason])}</td>
            <td className="tight wide">{say(streamTexts[row.stream])}</td>
            <td className="tight wide">
              {row.email_id ? (
                <Link to={where.to(`/emails/${row.email_id}`)}>{say(words.seeEmail)}</Link>
              ) : (
                '–'
              )}
            </td>
            <td className="tight dim">
              <Time at={row.created_at} />
            </td>
            <td className="tight">
              <RemoveEntry row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RemoveEntry({ row }: { row: Suppression }) {
  const say = useSay()
  const remove = useChange('project.suppressions.delete', 'project.suppressions')
  return (
    <Confirm
      title={say(common.removeWhat, { what: row.email })}
      about={say(words.removeAbout, { email: row.email })}
      action={say(common.remove)}
      run={async () => {
        await remove.mutateAsync({ id: row.id })
        tell(say(common.removed))
      }}
    >
      {open => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={say(common.removeWhat, { what: row.email })}
          onClick={open}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Confirm>
  )
}

function AddDialog({ close }: { close: () => void }) {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [stream, setStream] = useState<Suppression['stream']>('all')
  const add = useChange('project.suppressions.create', 'project.suppressions')
  const submit = () =>
    add.mutate(
      { body: { email: email.trim(), stream } },
      {
        onSuccess: () => {
          close()
          tell(say(words.added))
        },
      },
    )
  return (
    <FormDialog
      title={say(words.add)}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(common.add)}
      isRunning={add.isPending}
      error={add.error}
    >
      <TextInput
        label={say(common.email)}
        type="email"
        required
        data-autofocus
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <StreamSelect value={stream} onChange={setStream} />
    </FormDialog>
  )
}

function StreamSelect(props: { value: string; onChange: (stream: Suppression['stream']) => void }) {
  const say = useSay()
  return (
    <NativeSelect
      label={say(words.blocks)}
      value={props.value}
      onChange={event => props.onChange(event.currentTarget.value as Suppression['stream'])}
      data={(['all', 'marketing'] as const).map(value => ({
        value,
        label: say(streamTexts[value]),
      }))}
    />
  )
}

function Import() {
  const say = useSay()
  const [stream, setStream] = useState<Suppression['stream']>('all')
  const [file, setFile] = useState<File | null>(null)
  const send = useChange('project.suppressions.import', 'project.suppressions')
  const go = async () => {
    if (file) send.mutate({ body: { csv: await file.text(), stream } })
  }
  return (
    <>
      <Text size="sm" mb="sm">
        {say(words.importAbout)}
      </Text>
      <label className="file">
        <span>{say(words.file)}</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={event => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <StreamSelect value={stream} onChange={setStream} />
      <Button mt="md" disabled={!file} loading={send.isPending} onClick={() => void go()}>
        {say(words.import)}
      </Button>
      <Refused error={send.error} />
      {send.data && (
        <div role="status" style={{ marginTop: 12 }}>
          <Text>{say(words.imported, { added: send.data.added, already: send.data.already })}</Text>
          {send.data.invalid.length > 0 && (
            <Text size="sm" c="dimmed">
              {say(words.invalid, { n: send.data.invalid.length })}{' '}
              {send.data.invalid
                .slice(0, 5)
                .map(({ line, text }) => `${say(words.line, { n: line })}: ${text}`)
                .join('; ')}
            </Text>
          )}
        </div>
      )}
    </>
  )
}
