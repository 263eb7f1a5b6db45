/** Trying several letters: what each of them has of its own, who tries them, and which one wins. */
import { Button, Group, NativeSelect, SimpleGrid, Title } from '@mantine/core'
import { useAll } from '../../api/lists.ts'
import { useSay } from '../../ui/words.tsx'
import { Line } from '../letters/fields.tsx'
import { Committed } from './committed.tsx'
import type { PartProps } from './part.ts'
import { trialTexts as words } from './texts.ts'
import { newTrial, type Trial, type TrialVariant, withVariant } from './trial.ts'

export function TrialForm({ draft, set, errorOf }: PartProps) {
  const say = useSay()
  const trial = draft.trial ?? newTrial
  const put = (next: Trial) => set({ ...draft, trial: next })
  const more = withVariant(trial)
  return (
    <details open={draft.trial !== null} className="part-more">
      <summary className="summary">{say(words.title)}</summary>
      {draft.trial === undefined ? (
        <p className="dim">{say(words.other)}</p>
      ) : (
        <>
          <p className="dim">{say(words.about)}</p>
          {trial.others.map((one, n) => (
            <VariantFields
              key={one.key}
              variant={one}
              set={next => put({ ...trial, others: trial.others.with(n, next) })}
              {...(trial.others.length > 1
                ? { remove: () => put({ ...trial, others: trial.others.toSpliced(n, 1) }) }
                : {})}
            />
          ))}
          {errorOf('ab') && (
            <p role="alert" className="field-error">
              {errorOf('ab')}
            </p>
          )}
          {more && (
            <Button variant="default" size="compact-sm" mt="sm" onClick={() => put(more)}>
              {say(words.add)}
            </Button>
          )}
          <Deciding trial={trial} put={change => put({ ...trial, ...change })} />
          {draft.trial !== null && (
            <Button
              variant="default"
              size="compact-sm"
              mt="md"
              onClick={() => set({ ...draft, trial: null })}
            >
              {say(words.none)}
            </Button>
          )}
        </>
      )}
    </details>
  )
}

interface VariantFieldsProps {
  readonly variant: TrialVariant
  readonly set: (variant: TrialVariant) => void
  readonly remove?: () => void
}

function VariantFields({ variant, set, remove }: VariantFieldsProps) {
  const say = useSay()
  const { data = [] } = useAll('project.templates.list', { kind: 'email' })
  const key = variant.key.toUpperCase()
  const ready = data.filter(one => one.status === 'published')
  return (
    <div className="trial-variant">
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {say(words.variant, { key })}
        </Title>
        {remove && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={say(words.removeWhat, { key })}
            onClick={remove}
          >
            {say(words.remove)}
          </Button>
        )}
      </Group>
      <Line
        label={say(words.subject, { key })}
        value={variant.subject}
        set={subject => set({ ...variant, subject })}
        maxLength={998}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs">
        <Committed
          label={say(words.from, { key })}
          placeholder={say(words.same)}
          value={variant.from}
          set={from => set({ ...variant, from })}
        />
        <NativeSelect
          label={say(words.letter, { key })}
          value={variant.template}
          onChange={event => set({ ...variant, template: event.currentTarget.value })}
          data={[
            { value: '', label: say(words.same) },
            ...ready.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </SimpleGrid>
    </div>
  )
}

const waits = [1, 2, 4, 8, 12, 24, 48, 72]

interface DecidingProps {
  readonly trial: Trial
  readonly put: (change: Partial<Trial>) => void
}

function Deciding({ trial, put }: DecidingProps) {
  const say = useSay()
  const hours = waits.includes(trial.hours) ? waits : [...waits, trial.hours]
  const metrics = [
    { value: 'clicked', label: say(words.byClicks) },
    { value: 'opened', label: say(words.byOpens) },
  ]
  const isEvent = !metrics.some(one => one.value === trial.metric)
  const event = { value: trial.metric, label: trial.metric.replace(/^event:/, '') }
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="sm">
      <Committed
        label={say(words.share)}
        inputMode="numeric"
        value={String(trial.percent)}
        read={typed => percentOf(typed, trial.percent)}
        set={percent => put({ percent: Number(percent) })}
        rightSection={<span className="dim">%</span>}
      />
      <NativeSelect
        label={say(words.wait)}
        value={trial.hours}
        onChange={event => put({ hours: Number(event.currentTarget.value) })}
        data={hours.map(n => ({ value: String(n), label: `${n} h` }))}
      />
      <NativeSelect
        label={say(words.metric)}
        value={trial.metric}
        onChange={event => put({ metric: event.currentTarget.value })}
        data={isEvent ? [...metrics, event] : metrics}
      />
    </SimpleGrid>
  )
}

/** Nothing typed: as it was. */
function percentOf(typed: string, before: number): string {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return String(digits === '' ? before : Math.min(100, Math.max(1, Number(digits))))
}
