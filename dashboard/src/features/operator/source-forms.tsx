/** Adding a source address, and changing its name, its pool, and whose the pool is. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import type { Source } from './source.ts'
import { sources as words } from './sources-words.ts'

interface CloseProps {
  readonly close: () => void
}

const starts = ['warming', 'active'] as const

export function AddSourceForm({ close }: CloseProps) {
  const say = useSay()
  const form = useApiForm('operator.sourceAddresses.create', {
    stale: ['operator.sourceAddresses'],
    initial: {
      address: '',
      hostname: '',
      pool: 'default',
      state: 'warming' as (typeof starts)[number],
    },
    input: ({ address, hostname, pool, state }) => ({
      body: { address: address.trim(), hostname: hostname.trim(), pool: pool.trim(), state },
    }),
    onDone: ({ address }) => {
      close()
      notify(say(words.added, { address }))
    },
  })
  const choices = [
    { value: 'warming', label: say(words.isNew) },
    { value: 'active', label: say(words.isWarm) },
  ]
  return (
    <ApiForm form={form} action={say(words.add)} onCancel={close}>
      <TextInput {...form.field('address')} label={say(words.address)} required maxLength={45} />
      <Named form={form} />
      <NativeSelect {...form.field('state')} label={say(words.start)} data={choices} />
    </ApiForm>
  )
}

export function ChangeSourceForm({ source, close }: CloseProps & { readonly source: Source }) {
  const say = useSay()
  const { address } = source
  const listed = source.projects?.join('\n') ?? ''
  const form = useApiForm('operator.sourceAddresses.update', {
    stale: ['operator.sourceAddresses'],
    initial: {
      hostname: source.hostname,
      pool: source.pool,
      projects: listed,
    },
    input: ({ hostname, pool, projects }) => ({
      source_id: source.id,
      body: {
        hostname: hostname.trim(),
        pool: pool.trim(),
        ...(projects === listed ? {} : { projects: idsIn(projects) }),
      },
    }),
    onDone: () => {
      close()
      notify(say(words.changed, { address }))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <Named form={form} />
      <Textarea
        {...form.field('projects')}
        label={say(words.projects)}
        description={say(words.projectsAbout)}
        autosize
        minRows={2}
      />
    </ApiForm>
  )
}

/** Null: everybody's. */
function idsIn(text: string): string[] | null {
  const ids = text.split(/[\s,]+/).filter(one => one !== '')
  return ids.length === 0 ? null : ids
}

interface NamedProps {
  readonly form: { readonly field: (name: 'hostname' | 'pool') => object }
}

function Named({ form }: NamedProps) {
  const say = useSay()
  return (
    <>
      <TextInput
        {...form.field('hostname')}
        label={say(words.hostname)}
        description={say(words.hostnameAbout)}
        required
        maxLength={253}
      />
      <TextInput
        {...form.field('pool')}
        label={say(words.pool)}
        description={say(words.poolAbout)}
        required
        maxLength={63}
      />
    </>
  )
}
