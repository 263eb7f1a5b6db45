/** Creating an API key: for which mail, what it may do, from where, and how fast. */
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { Mode, Scope } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useApiForm } from '../../ui/form.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common, statusTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { keys as words } from './texts.ts'

const modes: readonly Mode[] = ['test', 'live']
const scopes: readonly Scope[] = ['send', 'read', 'admin']
const expiries: readonly number[] = [7, 30, 90, 365]

interface CreateFormProps {
  readonly close: () => void
  readonly onCreated: (key: string) => void
}

export function CreateForm({ close, onCreated }: CreateFormProps) {
  const say = useSay()
  const form = useCreateForm(onCreated)
  return (
    <ApiForm form={form} action={say(common.create)} onCancel={close}>
      <TextInput {...form.field('name')} label={say(common.name)} data-autofocus />
      <NativeSelect
        {...form.field('mode')}
        label={say(common.mode)}
        data={modes.map(value => ({ value, label: say(statusTexts[value]) }))}
      />
      <NativeSelect
        {...form.field('scope')}
        label={say(words.scope)}
        data={scopes.map(value => ({ value, label: say(words[value]) }))}
      />
      <TextInput
        {...form.field('allowIps')}
        label={say(words.allowIps)}
        description={say(words.allowIpsAbout)}
      />
      <NumberInput
        {...form.field('rate')}
        label={say(words.rate)}
        min={1}
        max={1000}
        allowDecimal={false}
        hideControls
      />
      <NativeSelect
        {...form.field('expiry')}
        label={say(words.expiry)}
        data={[
          { value: '', label: say(words.forEver) },
          ...expiries.map(n => ({ value: String(n), label: say(words.inDays, { n }) })),
        ]}
      />
    </ApiForm>
  )
}

interface KeyValues {
  readonly name: string
  readonly mode: Mode
  readonly scope: Scope
  /** As typed, with whatever stands between them. */
  readonly allowIps: string
  /** Empty text where no number is given. */
  readonly rate: number | string
  /** Days; empty for ever. */
  readonly expiry: string
}

function useCreateForm(onCreated: (key: string) => void) {
  const { mode } = useWhere()
  return useApiForm('keys.create', {
    stale: ['keys'],
    initial: { name: '', mode, scope: 'send', allowIps: '', rate: '', expiry: '' } as KeyValues,
    params: { allow_ips: 'allowIps', expires_in_days: 'expiry' },
    input: ({ name, allowIps, rate, expiry, ...chosen }) => {
      const ranges = allowIps.split(/[\s,;]+/).filter(Boolean)
      const body = {
        ...chosen,
        ...(name.trim() && { name: name.trim() }),
        ...(ranges.length > 0 && { allow_ips: ranges }),
        ...(typeof rate === 'number' && { rate }),
        ...(expiry && { expires_in_days: Number(expiry) }),
      }
      return { body }
    },
    onDone: ({ key }) => onCreated(key),
  })
}
