/** One letter a week, to members who want it: what became of the account's mail, and what it was told. */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { fillEach, type Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { dueDigests, takeDigest } from '#tenants/accounts/notice-choices.ts'
import { number } from '#tenants/limits/money.ts'
import { usageOf, utcDay } from '#tenants/limits/usage.ts'
import { sendLetter } from './send-system-mail.ts'

export const weeklyDigestJob: PeriodicJob = {
  name: 'weekly digest',
  everyMs: hourMs,
  run: postDigests,
}

const atOnce = 500

export async function postDigests(world: World): Promise<void> {
  for (const digest of await dueDigests(world, atOnce)) {
    await postDigest(world, digest).catch((error: unknown) =>
      world.log.error({ member: digest.memberId, error: String(error) }, 'a digest was not posted'),
    )
  }
}

type Digest = Awaited<ReturnType<typeof dueDigests>>[number]

async function postDigest(world: World, digest: Digest): Promise<void> {
  const { accountId, email, language, notices } = digest
  const opening = fillEach(texts.opening, {
    ...(await figuresOf(world, accountId)),
    notices: number(notices),
  })
  const letter = { path: '/notices', name: 'weekly_digest', to: email, language }
  await sendLetter(world, { ...texts, opening }, letter, async tx => {
    if (!(await takeDigest(tx, world, digest))) throw new TakenAlready()
  }).catch(error => {
    if (!(error instanceof TakenAlready)) throw error
  })
}

/** Of the seven days before today, in UTC, over all projects. */
async function figuresOf(world: World, accountId: Digest['accountId']) {
  const projects = await listProjects(world, accountId)
  const now = world.clock.now()
  const days = { from: utcDay(now - 7 * dayMs), to: utcDay(now - dayMs) }
  const rows = await usageOf(
    world.db,
    projects.map(one => one.id),
    days,
  )
  const sum = (name: 'accepted' | 'delivered' | 'bounced' | 'complained') =>
    number(rows.reduce((all, row) => all + row[name], 0))
  return {
    accepted: sum('accepted'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
  }
}

const texts = {
  subject: { en: 'Your week of email', pt: 'Sua semana de e-mails' },
  opening: {
    en: 'The last seven days: {accepted} recipients accepted, {delivered} delivered, {bounced} bounced, {complained} marked as spam. Notices: {notices}.',
    pt: 'Os últimos sete dias: {accepted} destinatários aceitos, {delivered} entregues, {bounced} devolvidos, {complained} marcados como spam. Avisos: {notices}.',
  },
  button: { en: 'Open the dashboard', pt: 'Abrir o painel' },
  closing: {
    en: 'You get this email because you asked for it under Notices in the dashboard; there you can stop it.',
    pt: 'Você recebe esta mensagem porque a pediu em Avisos no painel; lá você também a desliga.',
  },
} as const satisfies Record<string, Text>

/** Another node was faster: nothing of ours is written. */
class TakenAlready extends Error {
  override readonly name = 'TakenAlready'
}
