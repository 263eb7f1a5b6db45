/**
 * What happens to captured email: simulators have their outcomes at once, where a request has very
 * many right behind it. And later, by the clock of test mode: an email that is scheduled has its
 * time, and recipients that stand for people react to marketing as those do. Nothing is sent.
 */
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue, type Work } from '#platform/queue/enqueue.ts'
import type { Task, TaskSubject } from '#platform/queue/tasks.ts'
import type { ClockedKind } from '#tenants/test-clock/kinds.ts'
import { type CapturedEmail, findCaptured } from '../content/captured.ts'
import type { NewEmail, Stream } from '../events/email.ts'
import { lookUp, type NewEvent, record } from '../timeline/record.ts'
import { cutHtml, type Piece } from '../tracking/rewrite.ts'
import { type LeaveByLetter, unsubscribe } from '../tracking/unsubscribe.ts'
import { localPart, simulatedOutcomes } from './simulate.ts'

export const capturedKind: ClockedKind = 'captured'

const reacting = ['opened', 'clicked', 'machine', 'unsubscribed']

/** Makes the outcomes of simulators that were too many for the request; its subject is an email. */
export const simulatedKind = 'simulated'
/** Outcomes of one project in the transaction that accepts: as many as an email has recipients. */
const maxAtOnce = 50

/** What happens to emails that are captured in this transaction, whose rows are being written. */
export async function followCaptured(
  tx: Tx,
  world: World,
  emails: readonly NewEmail[],
  rows: Promise<void>,
): Promise<void> {
  const now = world.clock.now()
  const simulated = [...Map.groupBy(emails, email => email.projectId).values()].map(mine =>
    mine
      .filter(email => !isScheduled(email))
      .map(email => ({ email, outcomes: simulatedOutcomes(email, now) }))
      .filter(({ outcomes }) => outcomes.length > 0),
  )
  const isMany = (mine: (typeof simulated)[number]): boolean =>
    mine.reduce((sum, { outcomes }) => sum + outcomes.length, 0) > maxAtOnce
  const atOnce = simulated.filter(mine => !isMany(mine)).flat()
  if (atOnce.length > 0) {
    await rows
    await record(
      tx,
      world,
      atOnce.flatMap(({ outcomes }) => outcomes),
    )
  }
  const behind = simulated.filter(isMany).flat()
  const later = [
    ...emails.flatMap(capturedWork),
    ...behind.map(({ email: { projectId, id: subject } }): Work => {
      return { kind: simulatedKind, projectId, subject, dueAt: now }
    }),
  ]
  if (later.length > 0) await enqueue(tx, world, later)
}

/** Few emails at a time: requests of others go between. */
export const simulatedTask: Task = {
  kind: simulatedKind,
  capacity: 2,
  async runSlice(world, one) {
    await world.db.transaction(tx => simulate(tx, world, [one]))
    return false
  },
  async runTogether(world, some, settle) {
    // First: what another node has made meanwhile is not made again.
    await world.db.transaction(async tx => simulate(tx, world, await settle(tx, some)))
    return some.map(() => false)
  },
}

async function simulate(tx: Tx, world: World, some: readonly TaskSubject[]): Promise<void> {
  const at = world.clock.now()
  const asked = some.map(({ projectId, subject }) => ({ projectId, emailId: subject, n: 0, at }))
  const found = await lookUp(
    tx,
    asked.map(one => ({ ...one, type: 'bounced' })),
  )
  const outcomes = [...found.emails.values()].flatMap(({ projectId, id, recipients }) =>
    simulatedOutcomes(
      { projectId, id, recipients: [...recipients].map(([n, { address }]) => ({ n, address })) },
      at,
    ),
  )
  await record(tx, world, outcomes, found)
}

/** What waits for its time, or for a reaction. */
function capturedWork(email: NewEmail): Work[] {
  const isLater = isScheduled(email)
  return email.recipients
    .filter(one => isLater || reacts(email.stream, one.address))
    .map(({ n }) => ({
      kind: capturedKind,
      projectId: email.projectId,
      subject: email.id,
      n,
      dueAt: email.scheduledAt ?? email.createdAt,
    }))
}

const isScheduled = ({ scheduledAt, createdAt }: NewEmail): boolean =>
  scheduledAt !== null && scheduledAt > createdAt

const reacts = (stream: Stream, address: string): boolean =>
  stream === 'marketing' && reacting.includes(localPart(address))

export const capturedTask = (leave: LeaveByLetter): Task => ({
  kind: capturedKind,
  capacity: 20,
  async runSlice(world, about) {
    const { projectId, subject, n } = about
    const email = await findCaptured(world, projectId, subject)
    if (email === null) return false
    const { scheduledAt: dueAt } = email
    if (dueAt > world.clock.now()) {
      const work = { kind: capturedKind, projectId, subject, n, dueAt }
      await world.db.transaction(tx => enqueue(tx, world, [work]))
      return false
    }
    await happen(world, about, { email, leave })
    return false
  },
})

async function happen(
  world: World,
  { projectId, subject: emailId, n }: TaskSubject,
  captured: { readonly email: CapturedEmail; readonly leave: LeaveByLetter },
): Promise<void> {
  const { scheduledAt, createdAt, html, untracked } = captured.email
  const url = html === null || untracked.includes('clicks') ? null : await firstLink(html)
  const isSeen = !untracked.includes('opens')
  const left = await world.db.transaction(async tx => {
    const at = world.clock.now()
    const base = { projectId, emailId, n, at }
    const { emails } = await lookUp(tx, [{ ...base, type: 'opened' }])
    const email = emails.get(emailId)
    const address = email?.recipients.get(n)?.address ?? null
    if (email === undefined || address === null) return null
    const simulated =
      scheduledAt > createdAt
        ? simulatedOutcomes({ projectId, id: emailId, recipients: [{ n, address }] }, at)
        : []
    const isMarketing = reacts(email.stream, address)
    await record(tx, world, [
      ...simulated,
      ...(isMarketing
        ? reactions(base, localPart(address), url).filter(one => isSeen || one.type !== 'opened')
        : []),
    ])
    return isMarketing && localPart(address) === 'unsubscribed' ? address : null
  })
  if (left === null) return
  const link = { projectId, emailId, n, about: left }
  await unsubscribe(world, link, { mode: 'test', isEverything: false }, captured.leave)
}

function reactions(
  base: Pick<NewEvent, 'projectId' | 'emailId' | 'n' | 'at'>,
  name: string,
  url: string | null,
): NewEvent[] {
  if (name === 'unsubscribed') return []
  const by = name === 'machine' ? { machine: true, machine_reason: 'scanner' } : { machine: false }
  const opened: NewEvent = { ...base, type: 'opened', late: true, details: by }
  if (name === 'opened' || url === null) return [opened]
  return [opened, { ...base, type: 'clicked', late: true, details: { ...by, url } }]
}

/** What is counted as a click in a live letter, too. */
async function firstLink(html: string): Promise<string | null> {
  return (await cutHtml(html)).find(isLink)?.url ?? null
}

const isLink = (piece: Piece): piece is Extract<Piece, { kind: 'link' }> =>
  typeof piece === 'object' && piece.kind === 'link'
