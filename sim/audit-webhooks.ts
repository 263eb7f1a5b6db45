/** Rules on webhooks: every subscribed event is heard or was tried twelve times, and is genuine. */
import { createHmac } from 'node:crypto'
import type { Case } from './audit.ts'
import type { Subscription } from './ledger.ts'
import type { Post } from './receivers.ts'

/** Attempts in all, and how long the clocks of sender and receiver may differ (seconds). */
const most = 12
const toleranceSeconds = 300

export async function auditWebhooks(one: Case): Promise<void> {
  const { records, report } = one
  const { ledger, universe, sql } = records
  const posts = Map.groupBy(
    universe.internet.posts,
    post => `${post.host} ${post.headers['webhook-id']}`,
  )
  const events = new Set(one.emails.flatMap(email => email.events.map(event => shown(event.id))))
  for (const post of universe.internet.posts) {
    if (!events.has(post.headers['webhook-id'] ?? '')) {
      report('only what happened is posted', `${post.host}: ${post.body.slice(0, 100)}`)
    }
  }
  for (const subscription of ledger.subscriptions) {
    const project = ledger.projects[subscription.project]!.projectId
    for (const email of one.emails.filter(each => each.project_id === project)) {
      for (const event of email.events) {
        if (!subscription.events.includes(event.type)) continue
        const id = shown(event.id)
        const attempts = posts.get(`${subscription.host} ${id}`) ?? []
        auditAttempts(one, subscription, { id, type: event.type, emailId: email.id }, attempts)
      }
    }
  }
  const [row] = await sql.query<{ count: number }>('select count(*)::integer as count from posts')
  if (row!.count > 0) report('no post is left behind', `${row!.count} rows`)
}

const shown = (id: string): string => `evt_${id.replaceAll('-', '')}`

interface Expected {
  readonly id: string
  readonly type: string
  readonly emailId: string
}

function auditAttempts(
  { report }: Case,
  subscription: Subscription,
  event: Expected,
  attempts: readonly Post[],
): void {
  const who = `${event.type} ${event.id} to ${subscription.host}`
  const isHeard = (post: Post): boolean =>
    post.status !== null && post.status >= 200 && post.status < 300
  if (!attempts.some(isHeard) && attempts.length < most) {
    report('every event is posted or exhausted', `${who}: ${attempts.length} attempts`)
  }
  // A death between an attempt and its record repeats it, and so does each standstill that outlasts
  // the lease; nothing else does.
  const lives = [...new Set(attempts.map(post => post.life))]
  const repeated = lives.reduce((n, life) => n + (life.death ? 1 : 0) + life.freezes.length, 0)
  if (attempts.length > most + repeated) {
    report('no more attempts than promised', `${who}: ${attempts.length}`)
  }
  if (new Set(attempts.map(post => post.body)).size > 1) {
    report('a repetition has the same bytes', who)
  }
  for (const post of attempts) auditPost(report, who, { subscription, event, post })
}

function auditPost(
  report: Case['report'],
  who: string,
  { subscription, event, post }: { subscription: Subscription; event: Expected; post: Post },
): void {
  const { headers, body } = post
  const timestamp = headers['webhook-timestamp'] ?? ''
  const key = Buffer.from(subscription.secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${event.id}.${timestamp}.${body}`)
    .digest('base64')
  if (!(headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`)) {
    report('every post is signed', who)
  }
  if (Math.abs(Number(timestamp) - post.at / 1000) > toleranceSeconds) {
    report('every post has a fresh time', who)
  }
  const { type, data } = JSON.parse(body) as {
    type: string
    data: { event_id: string; email_id: string }
  }
  const emailId = `msg_${event.emailId.replaceAll('-', '')}`
  if (type !== event.type || data.event_id !== event.id || data.email_id !== emailId) {
    report('a post tells its own event', `${who}: ${body.slice(0, 100)}`)
  }
}
