/** What: as whom, a template or letters of its own, and perhaps two subjects to try. */
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useLook } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { UtmChoice } from '../audience/utm-choice.tsx'
import { faultFrom } from '../letters/fault.ts'
import { Line } from '../letters/fields.tsx'
import { Languages } from '../letters/languages.tsx'
import { LetterPreview } from '../letters/letter-preview.tsx'
import { useValueGroups } from '../letters/liquid.ts'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { isWritten } from '../letters/variant.ts'
import { Workbench } from '../letters/workbench.tsx'
import { Committed } from './committed.tsx'
import type { Trial } from './draft.ts'
import type { StepProps } from './step.ts'
import { campaigns as words } from './texts.ts'

export function WhatStep(props: StepProps) {
  const { campaign, draft, set, fault } = props
  const groups = useValueGroups()
  const [chosen, show] = useState(draft.letters.home)
  const isOwn = draft.template === ''
  const shown = draft.letters.variants[chosen] === undefined ? draft.letters.home : chosen
  const preview = usePreview(props, isOwn ? shown : '')
  const said = fault ?? faultFrom(preview.query.error)
  const own = said && {
    ...said,
    param: said.param?.replace(/^content\.(?!variants)/, `variants.${shown}.`) ?? null,
  }
  return (
    <ValuesProvider value={groups}>
      <Sender {...props} />
      <Workbench
        editor={
          <>
            <TemplateChoice {...props} />
            {isOwn && (
              <Languages
                letters={draft.letters}
                set={letters => set({ ...draft, letters })}
                shown={shown}
                show={show}
                fault={own}
              />
            )}
          </>
        }
        preview={campaign.content !== null && <LetterPreview {...preview} />}
      />
      <TrialForm {...props} />
      <UtmSection {...props} />
    </ValuesProvider>
  )
}

function UtmSection({ draft, set, errorOf }: StepProps) {
  const [isOwn, setOwn] = useState(false)
  return (
    <Section>
      <UtmChoice
        value={draft.utm}
        set={utm => set({ ...draft, utm })}
        errorOf={name => errorOf(`utm.${name}`)}
        isOwn={isOwn}
        setOwn={setOwn}
      />
    </Section>
  )
}

function Sender({ draft, set, errorOf }: StepProps) {
  const say = useSay()
  return (
    <Section>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Committed
          label={say(words.from)}
          description={say(words.fromAbout)}
          value={draft.from}
          set={from => set({ ...draft, from })}
          error={errorOf('from')}
          required
        />
        <Committed
          label={say(words.replyTo)}
          description={say(words.replyToAbout)}
          value={draft.replyTo}
          set={replyTo => set({ ...draft, replyTo })}
          error={errorOf('reply_to')}
        />
      </SimpleGrid>
    </Section>
  )
}

function TemplateChoice({ draft, set, errorOf }: StepProps) {
  const say = useSay()
  const where = useWhere()
  const { data = [] } = useAll('project.templates.list', { kind: 'email' })
  const ready = data.filter(one => one.status === 'published')
  return (
    <div className="template-choice">
      <NativeSelect
        label={say(words.content)}
        value={draft.template}
        onChange={event => set({ ...draft, template: event.currentTarget.value })}
        error={errorOf('content.template_id')}
        data={[
          { value: '', label: say(words.ownLetter) },
          ...ready.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        mb="xs"
      />
      {draft.template !== '' && (
        <Link to={where.to(`/templates/${draft.template}`)}>{say(words.openTemplate)}</Link>
      )}
    </div>
  )
}

/** The letter as it has been saved, for a person and a variant. */
function usePreview({ campaign, kept, turn }: StepProps, language: string) {
  const say = useSay()
  const [person, setPerson] = useState('')
  const [variant, setVariant] = useState('')
  const letter = kept.letters.variants[language]
  const isThere =
    campaign.content !== null && (!language || (letter !== undefined && isWritten(letter)))
  const body = {
    ...(person ? { contact_id: person } : {}),
    ...(language ? { language } : {}),
    ...(variant && campaign.ab ? { variant } : {}),
  }
  const input = isThere ? { id: campaign.id, body } : undefined
  const query = useLook('project.campaigns.preview', input, turn)
  const { variants } = (campaign.ab ?? { variants: [] }) as { variants: { key: string }[] }
  const choice = {
    label: say(words.variant),
    value: variant,
    set: setVariant,
    data: variants.map(({ key }) => ({ value: key === 'a' ? '' : key, label: key.toUpperCase() })),
  }
  return { query, isThere, person, setPerson, parts: variants.length > 0 ? [choice] : [] }
}

const firstTrial: Trial = { subject: '', percent: 20, hours: 4, metric: 'clicked' }

function TrialForm({ draft, set, errorOf }: StepProps) {
  const say = useSay()
  const trial = draft.trial ?? firstTrial
  const put = (change: Partial<Trial>) => set({ ...draft, trial: { ...trial, ...change } })
  const hours = [1, 2, 4, 8, 12, 24, 48, 72]
  const all = hours.includes(trial.hours) ? hours : [...hours, trial.hours]
  return (
    <Section>
      <details open={draft.trial !== null}>
        <summary className="summary">{say(words.trial)}</summary>
        {draft.trial === undefined ? (
          <p className="dim">{say(words.trialOther)}</p>
        ) : (
          <>
            <p className="dim">{say(words.trialAbout)}</p>
            <Line
              label={say(words.secondSubject)}
              value={trial.subject}
              set={subject => put({ subject })}
              error={errorOf('ab')}
              maxLength={998}
            />
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
                data={all.map(n => ({ value: String(n), label: `${n} h` }))}
              />
              <NativeSelect
                label={say(words.metric)}
                value={trial.metric}
                onChange={event => put({ metric: event.currentTarget.value as Trial['metric'] })}
                data={[
                  { value: 'clicked', label: say(words.byClicks) },
                  { value: 'opened', label: say(words.byOpens) },
                ]}
              />
            </SimpleGrid>
          </>
        )}
      </details>
    </Section>
  )
}

/** Nothing typed: as it was. */
function percentOf(typed: string, before: number): string {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return String(digits === '' ? before : Math.min(100, Math.max(1, Number(digits))))
}
