/**
 * A campaign on one page: five cards, each with how far it is, and beside them all the time what the
 * check says. What is filled in is kept by itself.
 */
import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useChange, useLook, useMe } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { useAutosave } from '../letters/autosave.ts'
import { DrawnWords } from '../letters/drawn-text.tsx'
import { faultFrom, type LetterFault } from '../letters/fault.ts'
import { useValueGroups } from '../letters/liquid.ts'
import { newDesign } from '../letters/new-block.ts'
import { NotSaved, SavingMark } from '../letters/saving-mark.tsx'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { isWritten } from '../letters/variant.ts'
import { useTopics } from '../topics/topic-names.ts'
import { AudiencePart } from './audience-part.tsx'
import { Card } from './card.tsx'
import { CheckPanel } from './check-panel.tsx'
import {
  type CampaignDraft,
  type Card as CardName,
  cardOf,
  cards,
  changeOf,
  draftOf,
  type Place,
} from './draft.ts'
import { cardStates, type FlightState, useFlight } from './flight.ts'
import { LetterDesk } from './letter-desk.tsx'
import { LetterPart } from './letter-part.tsx'
import { MendButton } from './mend-button.tsx'
import { useMoment } from './moment.ts'
import { MorePart } from './more-part.tsx'
import type { PartProps } from './part.ts'
import { SenderPart } from './sender-part.tsx'
import { SubjectPart } from './subject-part.tsx'
import { campaigns as words } from './texts.ts'
import { Thumb } from './thumb.tsx'
import { TimePart } from './time-part.tsx'
import { everybody, whoOf } from './who.ts'

export function Composer({ campaign }: { campaign: Campaign }) {
  const { draft, set, autosave, kept, turn } = useCampaignDraft(campaign)
  const { error, state } = autosave
  const checked = useFlight(campaign.id, turn, autosave)
  const letter = useLetter(campaign, kept, turn)
  const fault = faultFrom(error)
  const errorOf = (member: string) =>
    fault?.param && isOf(fault.param, member) ? fault.message : undefined
  const props = { campaign, draft, set, errorOf, fault, kept, turn }
  const desk = useDesk(draft.template === '')
  const wrong = error?.param ? cardOf({ param: error.param }) : null
  const saving = (
    <>
      <NotSaved error={error} reload={() => {}}>
        {wrong !== null && <MendButton place={wrong} message={error!.message} mend={desk.mend} />}
      </NotSaved>
      <Group mb="sm">
        <SavingMark state={state} error={error} />
      </Group>
    </>
  )
  if (desk.isWriting && draft.template === '') {
    return (
      <>
        {saving}
        <LetterDesk {...props} leave={desk.leave} pointed={desk.pointed} />
      </>
    )
  }
  return (
    <div className="camp">
      <div>
        {saving}
        <Cards {...props} desk={desk} checked={checked} letter={letter} />
        <MorePart {...props} isOpen={desk.place === 'more'} />
      </div>
      <CheckPanel campaign={campaign} draft={draft} checked={checked} mend={desk.mend} />
    </div>
  )
}

const isOf = (param: string, member: string): boolean =>
  param === member || param.startsWith(`${member}.`) || param.startsWith(`${member}[`)

type Desk = ReturnType<typeof useDesk>

/** Which card somebody was led to, and whether the letter is being written; both are addresses. */
function useDesk(isOwn: boolean) {
  const { values } = useFilters(['card', 'letter'])
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<LetterFault | null>(null)
  const go = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: known => ({ ...known, ...change }) })
  const place: Place | undefined = oneOf([...cards, 'more'] as const, values.card)
  return {
    place,
    pointed,
    isWriting: values.letter === 'write',
    write: () => go({ letter: 'write' }),
    leave: () => go({ letter: undefined, card: 'letter' }),
    mend: (
      to: Place,
      finding?: { readonly param?: string | undefined; readonly message: string },
    ) => {
      const { param, message = '' } = finding ?? {}
      // Where nothing is written yet, there is a choice to make first.
      const isInLetter = to === 'letter' && isOwn && param !== 'content'
      setPointed(isInLetter && param ? { param, message } : null)
      go(isInLetter ? { letter: 'write' } : { card: to, letter: undefined })
    },
  }
}

interface CardsProps extends PartProps {
  readonly desk: Desk
  readonly checked: FlightState
  readonly letter: Letter
}

function Cards(props: CardsProps) {
  const { draft, desk, checked, letter } = props
  const home = draft.letters.variants[draft.letters.home]
  const isOwn = props.campaign.content !== null && home !== undefined && isWritten(home)
  const isThere = draft.template !== '' || isOwn
  const subject = draft.template === '' ? (home?.subject ?? '') : letter.subject
  const states = cardStates(draft, subject, isThere, checked.flight)
  const { isOpen, toggle } = useOpen(desk.place, card => states[card] === 'missing')
  const summaries = useSummaries(props, subject)
  const parts: Readonly<Record<CardName, () => ReactNode>> = {
    sender: () => <SenderPart {...props} />,
    subject: () => <SubjectPart {...props} subject={subject} />,
    audience: () => <AudiencePart {...props} />,
    time: () => <TimePart {...props} />,
    letter: () => <LetterPart {...props} write={desk.write} isWritten={isThere} />,
  }
  return cards.map(card => (
    <Card
      key={card}
      name={card}
      state={states[card]}
      summary={summaries[card]}
      isOpen={isOpen(card)}
      toggle={() => toggle(card)}
    >
      {parts[card]()}
    </Card>
  ))
}

/** What lacks something is open from the beginning; whoever is led to a card finds it open. */
function useOpen(led: Place | undefined, isMissing: (card: CardName) => boolean) {
  const [open, setOpen] = useState<ReadonlySet<Place>>(
    () => new Set<Place>(led ? [led] : cards.filter(isMissing)),
  )
  useEffect(() => {
    if (!led) return
    setOpen(before => new Set([...before, led]))
    // Once it is drawn open.
    requestAnimationFrame(() => {
      const part = document.querySelector<HTMLElement>(`[data-part="${led}"]`)
      part?.scrollIntoView?.({ block: 'nearest' })
      part?.querySelector<HTMLElement>('button, summary')?.focus()
    })
  }, [led])
  return {
    isOpen: (card: CardName) => open.has(card),
    toggle: (card: CardName) =>
      setOpen(before => {
        const next = new Set(before)
        if (!next.delete(card)) next.add(card)
        return next
      }),
  }
}

/** What each card says in a line. */
function useSummaries(props: CardsProps, subject: string): Record<CardName, ReactNode> {
  const { draft, checked, letter } = props
  const say = useSay()
  const momentOf = useMoment()
  const { nameOf } = useTopics()
  const who = whoOf(draft)
  const named =
    who === null
      ? say(words.severalParts)
      : who.who === '' || who.who === everybody
        ? who.who && say(words.everybodyWhole)
        : nameOf(who.who)
  const n = checked.isFresh ? checked.flight?.audience.sendable : undefined
  const { at, isOfRecipient } = draft.timing
  return {
    sender: draft.from,
    subject: <SubjectSummary subject={subject} isTried={Boolean(draft.trial)} />,
    audience: [named, n !== undefined && n > 0 && say(words.peopleCount, { n })]
      .filter(Boolean)
      .join(' · '),
    time: at === '' ? say(words.atOnce) : momentOf(at, isOfRecipient ? 'recipient' : null),
    letter: letter.html && <Thumb html={letter.html} />,
  }
}

/** Its values as chips: what stands there in braces is for programs. */
function SubjectSummary({ subject, isTried }: { subject: string; isTried: boolean }) {
  const say = useSay()
  const groups = useValueGroups()
  return (
    <ValuesProvider value={groups}>
      <DrawnWords text={subject} />
      {subject !== '' && isTried && ' · '}
      {isTried && say(words.withTrial)}
    </ValuesProvider>
  )
}

interface Letter {
  readonly subject: string
  readonly html: string | null
}

/** The letter as it is saved, for nobody in particular. */
function useLetter(campaign: Campaign, kept: CampaignDraft, turn: number): Letter {
  const { template, letters } = kept
  const isThere = template !== '' || Object.values(letters.variants).every(isWritten)
  const isKept = campaign.content !== null && isThere
  const input = isKept ? { id: campaign.id, body: {} } : undefined
  const { data } = useLook('project.campaigns.preview', input, turn)
  return { subject: data?.subject ?? '', html: data?.html ?? null }
}

/** What shows a campaign as it is written; what is looked at follows by its turn, and once. */
const isOld = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean =>
  name === 'project.campaigns.get' || name === 'project.campaigns.list'

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
  const client = useQueryClient()
  const autosave = useAutosave(draft, async next => {
    const body = changeOf(saved.current, next, campaign, zone)
    if (Object.keys(body).length > 0) await save.mutateAsync({ id: campaign.id, body })
    saved.current = next
    setKept(before => ({ kept: next, turn: before.turn + 1 }))
    // Lists and the campaign itself follow; nobody waits for them.
    setTimeout(() => void client.invalidateQueries({ predicate: isOld }), 0)
  })
  return { draft, set, autosave, kept, turn }
}
