/**
 * One running node: builds the loops of its roles over a World and stops them in order. `main.ts`
 * runs it on the real world; tests and the simulation run it on others.
 */
import type { IncomingMessage } from 'node:http'
import { billingJobs } from '#billing/periodic.ts'
import { providerOf } from '#billing/provider/provider.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { lifecycleJobs, personErasure, projectClearing } from '#boot/lifecycle.ts'
import { sealingJob } from '#boot/sealing.ts'
import { programVersion } from '#boot/version.ts'
import { callerAddress } from '#faces/api/admit.ts'
import { listenForChallenges, mountChallenges } from '#faces/api/challenges.ts'
import { siteOfDocs } from '#faces/api/docs.ts'
import type { OwnTrouble } from '#faces/api/health.ts'
import { listenForHttps } from '#faces/api/https.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { type Api, createApi } from '#faces/api/server.ts'
import { builtApp, hasApp } from '#faces/console/app-pages.ts'
import { createDashboard } from '#faces/console/mount.ts'
import { noticeLettersJob } from '#faces/console/notice-letters.ts'
import { weeklyDigestJob } from '#faces/console/weekly-digest.ts'
import { mountBillingHooks } from '#faces/hooks/billing.ts'
import { resendSurface } from '#faces/resend/compatibility.ts'
import { listenForSubmission, submissionPorts } from '#faces/submission/submit.ts'
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { listenToActivity } from '#marketing/activity/listeners.ts'
import { archivePage } from '#marketing/campaigns/archive/archive.ts'
import { campaignParts } from '#marketing/campaigns/parts.ts'
import { oldLettersJob } from '#marketing/campaigns/report/forget.ts'
import { clickTarget, withMendedLinks } from '#marketing/campaigns/report/links.ts'
import { recountCampaigns } from '#marketing/campaigns/report/recount.ts'
import { campaignTask } from '#marketing/campaigns/sending/run.ts'
import { appendToChains, consentSecret } from '#marketing/contacts/consent/chain.ts'
import { leaveByLetter } from '#marketing/contacts/consent/choose.ts'
import { complaintListener } from '#marketing/contacts/consent/complaints.ts'
import { pendingTask } from '#marketing/contacts/consent/pending.ts'
import { addToDossier, addToHistory } from '#marketing/contacts/history/history.ts'
import { addressListener, wordTask } from '#marketing/contacts/people/address-change.ts'
import { mountFiles } from '#marketing/files/mount.ts'
import { askConfirmation, pageSecret } from '#marketing/forms/confirm.ts'
import { pagesOf } from '#marketing/forms/look.ts'
import { mountPages } from '#marketing/forms/mount.ts'
import { settingsOf } from '#marketing/forms/settings.ts'
import { writeShownForms } from '#marketing/forms/shown-forms.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { webViewPage } from '#marketing/forms/web-view.ts'
import { lookOf } from '#marketing/forms/words.ts'
import { forgetContact, importsOfDossier } from '#marketing/imports/of-person.ts'
import { importTask } from '#marketing/imports/run.ts'
import { segmentsOfDossier } from '#marketing/segments/dossier.ts'
import { addToSegment } from '#marketing/segments/members.ts'
import {
  letterListener,
  membershipTask,
  trackedSweep,
  trackImported,
  trackingListener,
} from '#marketing/segments/tracked.ts'
import { datesTask } from '#marketing/sequences/engine/dates.ts'
import { sequenceListener } from '#marketing/sequences/engine/listen.ts'
import { sequenceTask } from '#marketing/sequences/engine/run.ts'
import { standstillTask } from '#marketing/sequences/engine/standstill.ts'
import { sequenceParts } from '#marketing/sequences/parts.ts'
import { enrollmentsOfDossier, sequenceHistory } from '#marketing/sequences/people/history.ts'
import { suppressedTask, suppressionListener } from '#marketing/sequences/people/suppressed.ts'
import { simulatedPage } from '#marketing/sequences/simulate/simulated-letter.ts'
import { fillTemplate } from '#marketing/templates/fill.ts'
import { certificateKeeper } from '#platform/certificates/keeper.ts'
import { certificateJob } from '#platform/certificates/renew.ts'
import { forgetOldKeys } from '#platform/idempotency/idempotency.ts'
import { createJobRunner, type PeriodicJob } from '#platform/queue/jobs.ts'
import { createPresence, type NodeWork } from '#platform/queue/nodes.ts'
import { createTaskLoop, type Task } from '#platform/queue/tasks.ts'
import type { Loop } from '#platform/queue/work.ts'
import { createWebhookLoop } from '#platform/webhooks/dispatch.ts'
import { fanOutTask } from '#platform/webhooks/fan-out.ts'
import type { Listener } from '#protocol/smtp/server.ts'
import { refreshPolicies } from '#protocol/smtp/sts-keeper.ts'
import { createDeliveryLoop, type DeliveryLoop } from '#sending/delivery/deliver.ts'
import { lanesToTell } from '#sending/delivery/lanes.ts'
import { forgetLanes } from '#sending/delivery/rents.ts'
import { takeSourcesFile } from '#sending/delivery/source-takeover.ts'
import { domainJobs } from '#sending/domains/jobs.ts'
import { trackingHosts } from '#sending/domains/page-hosts.ts'
import { passedReportsJob } from '#sending/inbound/passed-on.ts'
import { createInbound } from '#sending/inbound/receive.ts'
import { capturedTask, simulatedTask } from '#sending/intake/captured.ts'
import { createMetrics, type Metrics } from '#sending/stats/metrics.ts'
import { trafficJobs } from '#sending/stats/traffic.ts'
import { listenToSuppressions } from '#sending/suppression/listeners.ts'
import { pruneSoftBounces } from '#sending/suppression/suppress.ts'
import { listenToLetters } from '#sending/timeline/listeners.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { dropEmptyWeeks, dropWeeksBefore } from '#sending/timeline/retention.ts'
import { searchJobs } from '#sending/timeline/search-index.ts'
import { forgetSpentLetters } from '#sending/timeline/spent-letters.ts'
import { tlsReportJobs } from '#sending/tlsrpt/send.ts'
import { createPersonalise } from '#sending/tracking/links.ts'
import { createTracking, type Tracking } from '#sending/tracking/mount.ts'
import { sightingTask } from '#sending/tracking/sightings.ts'
import type { LeaveByLetter } from '#sending/tracking/unsubscribe.ts'
import { directoryJobs } from '#tenants/accounts/directory/jobs.ts'
import { webhookNoticesJob } from '#tenants/accounts/webhook-notices.ts'
import { keptDays as auditDays } from '#tenants/audit/audit-record.ts'
import { forgetExpired } from '#tenants/identity/sessions.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { limitNoticesJob } from '#tenants/limits/limit-notices.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { forgetOldWindows } from '#tenants/limits/rate.ts'
import { maxKeptDays } from '#tenants/requests/lifecycle.ts'
import { writeLoggedRequests } from '#tenants/requests/request-log.ts'
import { advanceTask, testTask } from '#tenants/test-clock/advance.ts'
import { trustJobs } from '#tenants/trust/jobs.ts'

export interface Service {
  readonly api: Api | null
  /** Where the API listens; null without that role. */
  readonly port: number | null
  readonly delivery: DeliveryLoop | null
  readonly webhooks: Loop | null
  /** Claims nothing while its clock is off; it goes on accepting and answering. */
  tellClock(isOff: boolean): Promise<void>
  /** Says to whoever asks for health that it is about to stop; all else goes on. */
  leave(): void
  /** Stops taking work, finishes what is in hand, gives the rest back. */
  stop(graceMs: number): Promise<void>
}

type AddressOf = (request: IncomingMessage) => string

const sequences = sequenceTask(sequenceParts)
const campaigns = campaignTask(campaignParts)
const memberships = membershipTask({ tenantOf })
const dates = datesTask(sequenceParts)
const clocked = [
  sequences,
  campaigns,
  capturedTask(leaveMarketing),
  memberships,
  dates,
  pendingTask,
]
const standstills = standstillTask(sequenceParts)
const suppressed = suppressedTask(sequenceParts)
const words = wordTask({ tenantOf })
const imports = importTask({
  tenantOf,
  addToSegment,
  trackImported,
  askConfirmation,
  forget: forgetContact,
})

const tasks: readonly Task[] = [
  fanOutTask,
  simulatedTask,
  sightingTask,
  projectClearing,
  personErasure,
  imports,
  campaigns,
  sequences,
  memberships,
  dates,
  standstills,
  suppressed,
  words,
  testTask(clocked),
  advanceTask(clocked),
]

const jobs: readonly PeriodicJob[] = [
  {
    name: 'soft bounces',
    everyMs: dayMs,
    run: async world => void (await pruneSoftBounces(world.db, world.clock.now())),
  },
  {
    name: 'partitions',
    everyMs: 12 * hourMs,
    async run(world) {
      await ensurePartitions(world)
      await dropEmptyWeeks(world)
      const now = world.clock.now()
      await dropWeeksBefore(world, ['requests'], now - maxKeptDays * dayMs)
      await dropWeeksBefore(world, ['audit_records'], now - auditDays * dayMs)
    },
  },
  ...domainJobs,
  certificateJob(trackingHosts),
  ...trustJobs,
  ...trafficJobs,
  ...searchJobs,
  ...tlsReportJobs,
  noticeLettersJob,
  weeklyDigestJob,
  webhookNoticesJob,
  limitNoticesJob,
  { name: 'sessions', everyMs: hourMs, run: forgetExpired },
  ...lifecycleJobs,
  sealingJob,
  { name: 'spent letters', everyMs: 60_000, run: forgetSpentLetters },
  { name: 'rate windows', everyMs: hourMs, run: forgetOldWindows },
  { name: 'rented limits', everyMs: 10 * 60_000, run: forgetLanes },
  trackedSweep,
  oldLettersJob,
  { name: 'figures of campaigns', everyMs: dayMs, run: recountCampaigns },
  { name: 'consent chain', everyMs: 5_000, run: appendToChains },
  { name: 'MTA-STS policies', everyMs: hourMs, run: refreshPolicies },
  { name: 'idempotency', everyMs: hourMs, run: async world => void (await forgetOldKeys(world)) },
]

/**
 * Starts the roles of the settings. The database is migrated by then. Without `listen` the API takes
 * calls by `inject` only: a simulated world has no port.
 */
export async function startService(world: World, { listen = true } = {}): Promise<Service> {
  const roles = new Set(world.settings.MALOTE_ROLES)
  // An unusable plans file, or a provider that cannot be loaded, is known before anything runs.
  plansOf(world.settings)
  const hasBilling = providerOf(world.settings) !== null
  if (hasBilling) await cashierOf(world)
  await ensurePartitions(world)
  if (roles.has('deliver')) await takeSourcesFile(world)
  const secret = await readSecrets(world)
  addListeners(world)
  let work: NodeWork | null = null
  const presence = createPresence(world, world.settings.MALOTE_HOSTNAME, () => work)
  await presence.start()
  const delivery = roles.has('deliver')
    ? createDeliveryLoop(world, {
        secret,
        personalise: createPersonalise(world, secret),
      })
    : null
  const webhooks = roles.has('webhooks') ? createWebhookLoop(world) : null
  work = workOf(delivery, webhooks)
  const allJobs = [...jobs, ...(hasBilling ? billingJobs : []), ...cellJobs(world, secret)]
  const runner = roles.has('jobs') ? createJobRunner(world, allJobs) : null
  const taskLoops = roles.has('jobs') ? tasks.map(task => createTaskLoop(world, task)) : []
  const addressOf: AddressOf = request =>
    callerAddress(request, world.settings.MALOTE_TRUSTED_PROXIES)
  const tracking = trackingOf(world, secret, addressOf)
  let isLeaving = false
  const ownTrouble: OwnTrouble = () => (isLeaving ? 'stopping' : troubleOf(presence))
  const metrics = createMetrics(world, lanesOf(delivery), programVersion)
  const parts = { delivery, metrics, tracking, ownTrouble, addressOf, nodeId: presence.id }
  const api = roles.has('api') ? makeApi(world, parts) : null
  const port =
    api && listen
      ? await api.listen(world.settings.PORT, world.settings.MALOTE_HOST || undefined)
      : null
  const certificates = await keepCertificates(world)
  const listeners = listen ? await listenElsewhere(world, { api, roles, secret }) : []
  delivery?.start()
  webhooks?.start()
  runner?.start()
  for (const one of taskLoops) one.start()
  return {
    api,
    port,
    delivery,
    webhooks,
    tellClock: isOff => restForClock(isOff, { presence, runner, taskLoops }),
    leave() {
      isLeaving = true
    },
    async stop(graceMs) {
      const deadline = world.clock.monotonic() + graceMs
      // A caller that sends its body slowly must not use up the time of the mail in hand.
      const closing = [api?.close(), ...listeners.map(one => one.close(graceMs / 4))]
      await Promise.race([Promise.all(closing), world.clock.sleep(graceMs / 2)])
      await tracking.engagement.idle()
      await Promise.all([writeLoggedRequests, writeShownForms].map(one => one(world, graceMs / 4)))
      const restMs = Math.max(0, deadline - world.clock.monotonic())
      await Promise.all([
        delivery?.stop(restMs),
        webhooks?.stop(restMs),
        runner?.stop(restMs),
        ...taskLoops.map(one => one.stop(restMs)),
        presence.stop(),
        certificates?.stop(),
      ])
    },
  }
}

/** Only where there is a directory of cells. */
const cellJobs = (world: World, secret: Buffer): readonly PeriodicJob[] =>
  world.directory === undefined
    ? []
    : [...directoryJobs(world), passedReportsJob(createInbound(world, { secret }).receive)]

const lanesOf = (delivery: DeliveryLoop | null) => () => delivery?.attempter.shaper.status() ?? []

function troubleOf(presence: ReturnType<typeof createPresence>): ReturnType<OwnTrouble> {
  if (presence.isDraining()) return 'draining'
  return presence.isLate() ? 'no progress' : null
}

/** What a node that drains has rest; all else it does goes on. */
const workOf = (delivery: DeliveryLoop | null, webhooks: Loop | null): NodeWork => ({
  state: () => ({
    inHand: (delivery?.inHand ?? 0) + (webhooks?.inHand ?? 0),
    lanes: lanesToTell(lanesOf(delivery)()),
  }),
  async rest(isResting) {
    await Promise.all([delivery?.rest(isResting), webhooks?.rest(isResting)])
  },
})

/** All that claims work; what a node that drains has rest is told by its presence. */
async function restForClock(
  isOff: boolean,
  parts: {
    readonly presence: ReturnType<typeof createPresence>
    readonly runner: ReturnType<typeof createJobRunner> | null
    readonly taskLoops: readonly Loop[]
  },
): Promise<void> {
  parts.runner?.rest(isOff)
  await Promise.all([
    parts.presence.tellClock(isOff),
    ...parts.taskLoops.map(one => one.rest(isOff)),
  ])
}

const trackingOf = (world: World, secret: Buffer, addressOf: AddressOf): Tracking =>
  createTracking(world, {
    secret,
    addressOf,
    leave: leaveMarketing,
    look: async (projectId, language) => lookOf(language, await pagesOf(world.db, projectId)),
    target: link => clickTarget(world, link),
  })

/** What marketing hears of, in the transactions that write it, and adds to what people see of it. */
function addListeners(world: World): void {
  listenToActivity(world, trackingListener)
  listenToLetters(world, letterListener)
  listenToLetters(world, complaintListener)
  listenToActivity(world, sequenceListener)
  listenToSuppressions(world, suppressionListener)
  listenToSuppressions(world, addressListener)
  addToHistory(world, sequenceHistory)
  addToDossier(world, segmentsOfDossier)
  addToDossier(world, enrollmentsOfDossier)
  addToDossier(world, importsOfDossier)
}

async function leaveMarketing(
  ...[world, link, { mode, isEverything }]: Parameters<LeaveByLetter>
): ReturnType<LeaveByLetter> {
  const tenant = await tenantOf(world, link.projectId, mode)
  if (tenant === null) return null
  const { one_click: what } = await settingsOf(world.db, link.projectId)
  const asked = {
    email: link.about,
    emailId: link.emailId,
    isEverything: isEverything || what === 'all',
  }
  return tx => leaveByLetter(tx, { world, tenant }, asked)
}

interface ApiParts {
  readonly delivery: DeliveryLoop | null
  readonly metrics: Metrics
  readonly tracking: Tracking
  readonly ownTrouble: OwnTrouble
  readonly addressOf: AddressOf
  readonly nodeId: Uuid
}

/** Public API, its face for Resend's SDK, tracking links, dashboard and metrics on one port. */
function makeApi(world: World, parts: ApiParts): Api {
  const { delivery, metrics, tracking, ownTrouble, addressOf, nodeId } = parts
  const lanes = lanesOf(delivery)
  const sentTo = (projectId: Uuid) => delivery?.attempter.sentTo.of(projectId) ?? new Set<string>()
  const appRoot = hasApp(builtApp) ? builtApp : null
  const dashboard = createDashboard(world, {
    ...{ routes: apiRoutes, metrics, lanes, nodeId, sentTo, appRoot },
  })
  return createApi(world, apiRoutes, {
    surfaces: [{ ...resendSurface, host: world.settings.MALOTE_RESEND_HOST }],
    mount: [
      tracking.mount,
      dashboard.mount,
      mountPages(world, {
        addressOf,
        forget: forgetContact,
        fill: fillTemplate,
        beside: {
          [tokenPaths.view]: webViewPage(leaveMarketing, withMendedLinks),
          '/a/': archivePage,
          [tokenPaths.simulated]: simulatedPage,
        },
      }),
      mountFiles(world),
      ...(world.settings.MALOTE_ACME === 'on' ? [mountChallenges(world)] : []),
      mountBillingHooks(world),
    ],
    metrics: metrics.text,
    observe: metrics.observe,
    statusPage: appRoot === null,
    docsSite: siteOfDocs(),
    ownTrouble,
  })
}

/** Before anybody needs them: in a transaction, a second connection might never be free. */
async function readSecrets(world: World): Promise<Buffer> {
  await Promise.all([consentSecret(world), pageSecret(world)])
  return installationSecret(world)
}

/** Before anything shows them; null where they do not come by themselves. */
async function keepCertificates(world: World) {
  if (world.settings.MALOTE_ACME === 'off') return null
  const keeper = world.runtime.get(certificateKeeper, world)
  await keeper.start()
  return keeper
}

interface ServedParts {
  readonly api: Api | null
  readonly roles: ReadonlySet<string>
  readonly secret: Buffer
}

/** The ports beside that of the API. */
const listenElsewhere = async (world: World, { api, roles, secret }: ServedParts) => [
  ...(await listenForWeb(world, api)),
  ...(await listenForMail(world, roles, secret)),
]

/** The ports of https, and of the authority's questions, beside that of the API. */
async function listenForWeb(world: World, api: Api | null): Promise<Listener[]> {
  const { settings } = world
  const listeners: Listener[] = []
  if (api !== null && settings.MALOTE_HTTPS_PORT !== 0) {
    listeners.push(await listenForHttps(world, api.take))
  }
  if (settings.MALOTE_ACME === 'on' && settings.MALOTE_HTTP_CHALLENGE_PORT !== 0) {
    listeners.push(await listenForChallenges(world))
  }
  return listeners
}

/** The ports that speak SMTP: reports, and submission where it is set. */
async function listenForMail(
  world: World,
  roles: ReadonlySet<string>,
  secret: Buffer,
): Promise<Listener[]> {
  const { settings } = world
  const listeners: Listener[] = []
  if (roles.has('inbound') && settings.MALOTE_INBOUND_PORT !== 0) {
    listeners.push(await createInbound(world, { secret }).listen())
  }
  const ports = submissionPorts.filter(setting => roles.has('api') && settings[setting] !== 0)
  for (const setting of ports) listeners.push(await listenForSubmission(world, setting))
  return listeners
}
