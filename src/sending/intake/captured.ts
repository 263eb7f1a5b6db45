/**
 * What happens to captured email later, by the clock of test mode: one that is scheduled has its time,
 * and recipients that stand for people react to marketing as those do. Nothing is sent.
 */
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

/** What waits for its time, or for a reaction. */
export function capturedWork(email: NewEmail): Work[] {
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

export const isScheduled = ({ scheduledAt, createdAt }: NewEmail): boolean =>
  scheduledAt !== null && scheduledAt > createdAt

const reacts = (stream: Stream, address: string): boolean =>
  stream === 'marketing' && reacting.includes(localPart(address))

export const capturedTask = (leave: LeaveByLetter): Task => ({
  kind: capturedKind,
  capacity: 20,
  async runSlice(world, about) {
    const { projectId, subject, n } = about
    const email = await findCaptured(world.db, projectId, subject)
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
