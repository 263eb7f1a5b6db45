/** A campaign from nobody to everybody in four steps; what is filled in is kept by itself. */
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useChange, useMe, useRefresh } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/filters.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { useAutosave } from '../letters/autosave.ts'
import { faultFrom } from '../letters/fault.ts'
import { newDesign } from '../letters/new-block.ts'
import { NotSaved, SavingMark } from '../letters/saving-mark.tsx'
import { CheckStep } from './check-step.tsx'
import { changeOf, draftOf, type Step, stepOf, steps } from './draft.ts'
import { StepButton } from './step-button.tsx'
import { stepTexts, campaigns as words } from './texts.ts'
import { WhatStep } from './what-step.tsx'
import { WhenStep } from './when-step.tsx'
import { WhoStep } from './who-step.tsx'

export function Wizard({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const { draft, set, autosave, kept, turn } = useCampaignDraft(campaign)
  const { values } = useFilters(['step'])
  const navigate = useNavigate()
  const step = oneOf(steps, values.step) ?? 'who'
  const top = useRef<HTMLElement>(null)
  const go = async (next: Step) => {
    await autosave.flush()
    // A step of its own in the history: the button Back leads to the step before.
    const search = (known: object) => ({ ...known, step: next })
    await navigate({ to: '.', search: search as never })
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  const { error } = autosave
  const fault = faultFrom(error)
  // What is refused keeps the campaign from being sent: it is said on every step, with the way to it.
  const wrong = error?.param ? stepOf({ param: error.param }) : null
  const errorOf = (member: string) =>
    fault?.param && isOf(fault.param, member) ? fault.message : undefined
  const props = { campaign, draft, set, errorOf, fault, kept, turn }
  const next = steps[steps.indexOf(step) + 1]
  return (
    <>
      <StepNav now={step} go={next => void go(next)} ref={top} />
      <NotSaved error={error} reload={() => {}}>
        {wrong !== null && wrong !== step && (
          <StepButton step={wrong} message={error!.message} go={go} />
        )}
      </NotSaved>
      {step === 'who' && <WhoStep {...props} />}
      {step === 'what' && <WhatStep {...props} />}
      {step === 'when' && <WhenStep {...props} />}
      {step === 'check' && (
        <CheckStep campaign={campaign} turn={turn} draft={draft} go={go} autosave={autosave} />
      )}
      <Group mt="md" gap="sm">
        {next && (
          <Button onClick={() => void go(next)}>
            {say(words.goOn, { step: say(stepTexts[next]) })}
          </Button>
        )}
        <SavingMark state={autosave.state} error={error} />
      </Group>
    </>
  )
}

const isOf = (param: string, member: string): boolean =>
  param === member || param.startsWith(`${member}.`) || param.startsWith(`${member}[`)

function useCampaignDraft(campaign: Campaign) {
  const say = useSay()
  const zone = useMe().account.time_zone
  const { language } = useSpeech()
  const [draft, set] = useState(() =>
    draftOf(campaign, { zone, language, fresh: { subject: '', design: newDesign(say) } }),
  )
  const [{ kept, turn }, setKept] = useState({ kept: draft, turn: 0 })
  const saved = useRef(draft)
  const save = useChange('project.campaigns.update')
  const refresh = useRefresh()
  const autosave = useAutosave(draft, async next => {
    const body = changeOf(saved.current, next, campaign, zone)
    if (Object.keys(body).length > 0) await save.mutateAsync({ id: campaign.id, body })
    saved.current = next
    setKept(before => ({ kept: next, turn: before.turn + 1 }))
    // Lists and the campaign itself follow; nobody waits for them.
    setTimeout(() => void refresh('project.campaigns'), 0)
  })
  return { draft, set, autosave, kept, turn }
}

interface StepNavProps {
  readonly now: Step
  readonly go: (step: Step) => void
  readonly ref: React.Ref<HTMLElement>
}

function StepNav({ now, go, ref }: StepNavProps) {
  const say = useSay()
  return (
    <nav aria-label={say(words.steps)} className="wizard" ref={ref}>
      <ol>
        {steps.map((step, n) => (
          <li key={step}>
            <button
              type="button"
              aria-current={step === now ? 'step' : undefined}
              onClick={() => go(step)}
            >
              <span aria-hidden>{n + 1}</span> {say(stepTexts[step])}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
