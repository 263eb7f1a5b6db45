/** The proof of what a person agreed to: each record, its chain, and the signed file of them. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { FileButton } from '../../ui/export.tsx'
import { IconShieldCheck } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, Loaded, PageTitle, type Tone } from '../../ui/show.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { nameOfContact } from '../contacts/contact-state.tsx'
import { type ChainState, type ConsentFile, chainStateOf, fingerprintOf } from './chain.ts'
import { useConsentColumns } from './consent-table.tsx'
import { consent as words } from './texts.ts'

export function ConsentPage() {
  const say = useSay()
  const filters = useFilters(['contact'])
  const { contact } = filters.values
  // Who was deleted has proofs, and no name any more.
  const { data: person } = useApi(
    'project.contacts.get',
    { id: contact ?? '' },
    { enabled: Boolean(contact) },
  )
  const email = person?.email ?? contact ?? ''
  const who = (person && nameOfContact(person)) || email
  const title = contact ? say(words.of, { who }) : say(words.title)
  return (
    <>
      <PageTitle title={title} about={say(words.about)} />
      <Finder key={email} known={email} find={text => filters.set('contact', text.trim())} />
      {contact ? (
        <Proof id={contact} address={person?.email ?? '…'} />
      ) : (
        <Empty icon={IconShieldCheck} title={say(words.whose)} about={say(words.whoseAbout)} />
      )}
    </>
  )
}

function Finder({ known, find }: { known: string; find: (text: string) => void }) {
  const say = useSay()
  const [text, setText] = useState(known)
  return (
    <search>
      <form
        onSubmit={event => {
          event.preventDefault()
          find(text)
        }}
      >
        <Group align="flex-end" gap="xs" mb="md">
          <TextInput
            label={say(words.person)}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            flex="1 1 240px"
            maw={420}
          />
          <Button type="submit">{say(words.find)}</Button>
        </Group>
      </form>
    </search>
  )
}

interface ProofProps {
  readonly id: string
  readonly address: string
}

/** The file first: asking for it brings the chain up to the newest record. */
function Proof({ id, address }: ProofProps) {
  const query = useApi('project.contacts.exportConsents', { id })
  return (
    <Loaded query={query}>
      {file => (
        <>
          {file.records.length > 0 && <Chain id={id} file={file} />}
          <Records id={id} address={address} />
          <PublicKey pem={file.public_key} />
        </>
      )}
    </Loaded>
  )
}

function Records({ id, address }: ProofProps) {
  const say = useSay()
  const list = useList('project.contacts.consents', { id })
  const columns = useConsentColumns(address)
  return (
    <ListSection
      label={say(words.records)}
      query={list}
      columns={columns}
      empty={<Empty icon={IconShieldCheck} title={say(words.none)} />}
    />
  )
}

/** By which everybody can check the project's files. */
function PublicKey({ pem }: { pem: string }) {
  const say = useSay()
  const { project } = useWhere()
  const { data: fingerprint } = useQuery({
    queryKey: ['fingerprint', pem],
    queryFn: () => fingerprintOf(pem),
  })
  const path = `/.well-known/malote/consents/${project}.pem`
  return (
    <details style={{ marginTop: 16 }}>
      <summary>{say(words.key)}</summary>
      <Text size="sm" my="xs">
        {say(words.keyAbout, { path })} <code className="mono break">{fingerprint}</code>
      </Text>
      <CodeBlock code={pem} what={say(words.key)} />
    </details>
  )
}

const states: Readonly<Record<ChainState, { readonly tone: Tone; readonly text: Words }>> = {
  whole: { tone: 'good', text: words.whole },
  broken: { tone: 'bad', text: words.broken },
  unknown: { tone: 'calm', text: words.unknown },
}

function Chain({ id, file }: { id: string; file: ConsentFile }) {
  const say = useSay()
  const { data: state } = useQuery({
    queryKey: ['chain', file.signature],
    queryFn: () => chainStateOf(file),
  })
  if (!state) return null
  const { tone, text } = states[state]
  return (
    <>
      <div className="note" data-tone={tone} role="status" style={{ marginBottom: 12 }}>
        <span>{say(text)}</span>
      </div>
      <Group gap="sm" mb="md">
        <FileButton
          call="project.contacts.exportConsents"
          input={{ id }}
          file={`consents-${file.contact_id}.json`}
          label={say(words.download)}
        />
        <Text size="sm" c="dimmed">
          {say(words.offline)} <code className="mono">npx malote consent verify --key</code>
        </Text>
      </Group>
    </>
  )
}
