/** What the palette finds beyond pages: emails, people, and whatever has a name. */

import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { type Answer, type InputOf, locate, type QueryName } from '../api/calls.ts'
import { callAnswer } from '../api/client.ts'
import { emails as emailWords } from '../features/emails/texts.ts'
import { sought } from '../features/suppressions/sought.ts'
import { useNavigate } from '../routing/routing.tsx'
import { inOwnLetters } from '../ui/own-letters.ts'
import { type Text, useSay } from '../ui/words.tsx'
import type { Place } from './place.ts'
import { shell } from './texts.ts'
import { baseOf } from './ways.ts'

/** One letter names nothing. */
const minLength = 2
/** No index finds a part of an address that is suppressed; what is this short is in most of them. */
const minLookedFor = 3
const perGroup = 5
const freshMs = 10_000

interface Hit {
  readonly id: string
  readonly label: string
  readonly about?: string | undefined
  readonly to: string
}

interface HitGroup {
  readonly title: Text
  readonly hits: readonly Hit[]
}

/** Groups of hits for what is typed; none while it is short. */
export function useFound(typed: string, place: Place): SpotlightActionGroupData[] {
  const say = useSay()
  const navigate = useNavigate()
  const text = typed.trim()
  const enabled = [...text].length >= minLength && place.project !== ''
  const { data: searched = [] } = useQuery({
    queryKey: ['palette', 'searched', place, text],
    queryFn: () => search(text, place),
    enabled,
    staleTime: freshMs,
  })
  const { data: named = [] } = useQuery({
    queryKey: ['palette', 'named', place],
    queryFn: () => allNamed(place),
    enabled,
    staleTime: freshMs,
  })
  if (!enabled) return []
  const matching = named.map(({ title, hits }) => ({
    title,
    hits: hits.filter(hit => isNamed(hit, text)).slice(0, perGroup),
  }))
  // Whoever types an address looks for mail and people; any other word names a thing first.
  const groups = text.includes('@') ? [...searched, ...matching] : [...matching, ...searched]
  return groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ title, hits }) => ({
      group: say(title),
      actions: hits.map(({ id, label, about, to }) => ({
        id: `${to} ${id}`,
        label: label || say(emailWords.noSubject),
        ...(about === undefined ? {} : { description: about }),
        onClick: () => void navigate({ to }),
      })),
    }))
}

/** A call in the palette's place, which need not be the page's. */
const asking =
  (place: Place) =>
  async <N extends QueryName>(name: N, input: InputOf<N>): Promise<Answer<N>> => {
    const values = { project_id: place.project, mode: place.mode, ...(input as object) }
    return (await callAnswer(locate(name, values))) as Answer<N>
  }

/** What only the server can look for. */
function search(text: string, place: Place): Promise<HitGroup[]> {
  const base = baseOf(place)
  const ask = asking(place)
  const emails = async () => {
    const { data } = await ask('project.emails.list', { q: text, limit: perGroup })
    return data.map(({ id, subject, recipient, to }) => ({
      id,
      label: subject,
      about: inOwnLetters(recipient?.address ?? to.join(', ')),
      to: `${base}/emails/${id}`,
    }))
  }
  const contacts = async () => {
    const { data } = await ask('project.contacts.list', { q: text, limit: perGroup })
    return data.map(({ id, email, first_name: first, last_name: last }) => ({
      id,
      label: inOwnLetters(email),
      about: [first, last].filter(Boolean).join(' ') || undefined,
      to: `${base}/contacts/${id}`,
    }))
  }
  const suppressions = async () => {
    if ([...text].length < minLookedFor) return []
    const { data } = await ask('project.suppressions.list', { ...sought(text), limit: perGroup })
    return data.map(({ id, email }) => ({
      id,
      label: inOwnLetters(email),
      to: `${base}/suppressions?q=${encodeURIComponent(email)}`,
    }))
  }
  if (requestId.test(text)) return whatAnswers([[shell.requests, () => request(text, place)]])
  return whatAnswers([
    [shell.emails, emails],
    [shell.contacts, contacts],
    [shell.suppressions, suppressions],
  ])
}

const requestId = /^req_[0-9a-f]{32}$/
const modes = ['live', 'test'] as const

/** The call that a refusal of the API names, in whichever mode its key was. */
async function request(id: string, place: Place): Promise<Hit[]> {
  const answers = await Promise.allSettled(
    modes.map(async mode => {
      const one = await asking({ ...place, mode })('project.requests.get', { id })
      return {
        id,
        label: `${one.method} ${one.path}`,
        about: String(one.status),
        to: `${baseOf({ ...place, mode })}/requests/${id}`,
      }
    }),
  )
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
}

const pageOf = {
  campaign: { title: shell.campaigns, page: 'campaigns' },
  template: { title: shell.templates, page: 'templates' },
  sequence: { title: shell.sequences, page: 'sequences' },
  segment: { title: shell.segments, page: 'segments' },
  form: { title: shell.forms, page: 'forms' },
  domain: { title: shell.domains, page: 'domains' },
} as const

async function allNamed(place: Place): Promise<HitGroup[]> {
  const base = baseOf(place)
  const ask = asking(place)
  const things = ask('project.names.list', {})
  const named = Object.entries(pageOf).map(([kind, { title, page }]) => {
    const read = async () =>
      (await things).data
        .filter(thing => thing.kind === kind)
        .map(({ id, name }) => ({
          ...{ id, label: inOwnLetters(name), to: `${base}/${page}/${id}` },
          // Of a domain in letters of its own: it is found by either name.
          ...(inOwnLetters(name) === name ? {} : { about: name }),
        }))
    return [title, read] as const
  })
  const members = async () =>
    (await ask('members.list', undefined)).data.map(({ id, email, name }) => ({
      id,
      label: email,
      about: name || undefined,
      to: '/members',
    }))
  return whatAnswers([...named, [shell.members, members]])
}

/** Where one of them cannot be read, such as by who may not, the others are there. */
async function whatAnswers(
  groups: readonly (readonly [Text, () => Promise<readonly Hit[]>])[],
): Promise<HitGroup[]> {
  const answers = await Promise.allSettled(groups.map(([, read]) => read()))
  return groups.map(([title], i) => {
    const answer = answers[i]!
    return { title, hits: answer.status === 'fulfilled' ? answer.value : [] }
  })
}

/** Whether the name holds every word, or it is the id. */
function isNamed({ id, label, about = '' }: Hit, text: string): boolean {
  const whole = folded(`${label} ${about}`)
  return (
    id === text ||
    folded(text)
      .split(/\s+/)
      .every(word => whole.includes(word))
  )
}

/** Without case and accents. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
