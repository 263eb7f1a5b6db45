/**
 * POST /v1/emails/check: what would become of an email, without sending it
 * (docs/contract.md#a-dry-run). It goes through the functions of sending (fields, sender, policy.ts,
 * content), but reports all findings at once, and adds advice that never refuses. Nothing is
 * stored, reserved or counted.
 */

import { type Static, Type } from 'typebox'
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { checkContent } from '../content/content-check.ts'
import { linksOfHtml, linksOfText } from '../content/links.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import { findRoute, type MxRoute } from '../delivery/route.ts'
import { explain } from '../explain/explain.ts'
import { checkFields } from './fields.ts'
import { packFiles } from './packed-files.ts'
import { previewSend, type SendPreview } from './policy.ts'
import { prepareAll } from './prepare.ts'
import { type EmailBody, emailBody } from './schema.ts'
import { type FillTemplate, refuseSender } from './send.ts'
import { utf8Advice } from './utf8-advice.ts'

export const checkedSchema = Type.Object(
  {
    ok: Type.Boolean({ description: 'No check is an error.' }),
    would: Type.Union([Type.Literal('queue'), Type.Literal('capture'), Type.Literal('refuse')], {
      description: 'What sending it would do. `refuse`: nobody would receive it.',
    }),
    checks: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Of an error: the code that sending would answer with.' }),
        level: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')]),
        param: Type.Optional(Type.String()),
        message: Type.String(),
      }),
    ),
  },
  { $id: 'EmailCheck' },
)

interface Check {
  readonly code: string
  readonly level: 'error' | 'warning' | 'info'
  readonly param?: string
  readonly message: Text
}

type CheckCall = Pick<Call, 'world' | 'tenant' | 'language'>

/** The findings on a body of any shape, in the order in which sending looks. */
export async function checkEmail(
  call: CheckCall,
  given: unknown,
  fill: FillTemplate,
): Promise<Static<typeof checkedSchema>> {
  const { body, faults } = await filled(call, given, fill)
  const judged = await judgeFields(call.world, body)
  // A template that fills nothing leaves subject and bodies open, which is no second fault.
  const isOpen = (body as { template?: unknown } | null)?.template != null
  const isTold = ({ param }: Refusal): boolean => !(isOpen && /^(subject|html)$/.test(param ?? ''))
  const problems = [...judged.problems.filter(isTold), ...faults]
  const prepared = problems.length === 0 ? judged.prepared : null
  const checks = problems.map(refused)
  if (prepared !== null) {
    if (call.tenant.mode === 'live') checks.push(...(await judgeSending(call, prepared)))
    checks.push(...utf8Advice(prepared), ...advice(prepared, call.world.settings))
  }
  const ok = checks.every(check => check.level !== 'error')
  return {
    ok,
    would: !ok ? 'refuse' : call.tenant.mode === 'test' ? 'capture' : 'queue',
    checks: checks.map(check => inLanguage(check, call.language)),
  }
}

async function filled(
  call: CheckCall,
  body: unknown,
  fill: FillTemplate,
): Promise<{ readonly body: unknown; readonly faults: readonly Refusal[] }> {
  const template = (body as { template?: unknown } | null)?.template
  const isShaped =
    template != null &&
    !checkFields(emailBody, body).problems.some(one => one.param?.startsWith('template'))
  const faults: Refusal[] = []
  const tell = (fault: Refusal): void => {
    if (!faults.some(({ param }) => param === fault.param)) faults.push(fault)
  }
  if (!isShaped) return { body, faults }
  try {
    const whole = await fill(call, body as EmailBody, tell)
    return { body: faults.length === 0 ? whole : body, faults }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    tell(error)
    return { body, faults }
  }
}

const refused = (refusal: Refusal): Check => ({
  code: refusal.code,
  level: 'error',
  ...(refusal.param === undefined ? {} : { param: refusal.param }),
  message: refusal.text,
})

const inLanguage = ({ message, ...rest }: Check, language: Language) => ({
  ...rest,
  message: message[language],
})

/** Shape and rules of the fields; each problem is reported once. */
async function judgeFields(
  world: World,
  body: unknown,
): Promise<{ prepared: PreparedEmail | null; problems: Refusal[] }> {
  const now = world.clock.now()
  const shape = checkFields(emailBody, body)
  const whole = repaired(body, shape.sound)
  const rules = prepareAll(whole, now, { files: await packFiles(world, whole.attachments) })
  const known = new Set(shape.problems.map(problem => problem.param))
  const more = rules.problems.filter(({ param }) => {
    // With a text of the wrong shape, none seems to be there.
    return !known.has(param) && !(param === 'html' && known.has('text'))
  })
  const problems = [...shape.problems, ...more]
  return { prepared: problems.length === 0 ? rules.prepared : null, problems }
}

/** Stands for an entry that is reported already, so that its neighbours can be judged. */
const someone = 'someone@example.com'

/** The sound fields, with stand-ins for what the rules cannot do without. */
function repaired(body: unknown, sound: Readonly<Record<string, unknown>>): EmailBody {
  const fields: Record<string, unknown> = { from: '', to: [someone], subject: '', ...sound }
  for (const name of ['to', 'cc', 'bcc', 'reply_to'] as const) {
    const given = (body as Partial<Record<string, unknown>> | null)?.[name]
    if (name in sound || !Array.isArray(given)) continue
    fields[name] = given.map(entry => (typeof entry === 'string' ? entry : someone))
  }
  return fields as EmailBody
}

/** What only live mail is judged by: sender, recipients, limits, content; in the order of sending. */
async function judgeSending(call: CheckCall, prepared: PreparedEmail): Promise<Check[]> {
  const { world, tenant } = call
  const [sender, foreseen, stopped, routes] = await Promise.all([
    refuseSender(call, prepared),
    previewSend(world, tenant, prepared),
    checkContent(world, prepared),
    routeChecks(world, prepared),
  ])
  const { outsideRecipients, suppressed, limit, left } = foreseen
  const isTold = new Set(sender.map(({ code, param }) => `${code} ${param}`))
  return [
    // The sandbox is looked at where there is no sender, and by acceptance; one finding for both.
    ...outsideRecipients.filter(({ code, param }) => !isTold.has(`${code} ${param}`)).map(refused),
    ...sender.map(refused),
    ...suppressionChecks(prepared, suppressed),
    ...(limit === null ? [] : [refused(limit)]),
    ...(limit !== null || left === null
      ? []
      : [{ code: 'limits_left', level: 'info' as const, message: left }]),
    ...(stopped?.reason === undefined ? [] : [contentCheck(stopped.reason)]),
    ...routes,
  ]
}

function suppressionChecks(
  { recipients }: PreparedEmail,
  suppressed: SendPreview['suppressed'],
): readonly Check[] {
  const all = suppressed.size === recipients.length
  return recipients
    .filter(({ address }) => suppressed.has(address))
    .map(
      ({ address, param }): Check => ({
        code: 'recipient_suppressed',
        level: all ? 'error' : 'warning',
        param,
        message: {
          en: `${address} is on the suppression list and would get nothing.`,
          pt: `${address} está na lista de supressão e não receberia nada.`,
        },
      }),
    )
}

/** The reason as the `failed` event would explain it. */
function contentCheck(reason: string): Check {
  return {
    code: reason.replace(/:.*/s, ''),
    level: 'error',
    message: {
      en: explain({ type: 'failed', reason }, 'en'),
      pt: explain({ type: 'failed', reason }, 'pt'),
    },
  }
}

// Where the recipients' mail goes ----------------------------------------------------------------

/** For all domains together; what is not known by then is not said. */
const routesTimeoutMs = 5_000

async function routeChecks(world: Call['world'], prepared: PreparedEmail): Promise<Check[]> {
  if (world.settings.MALOTE_RELAY !== '') return []
  const params = new Map<string, string>()
  for (const { address, param } of prepared.recipients) {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (!params.has(domain)) params.set(domain, param)
  }
  const late = new AbortController()
  const deadline = world.clock.sleep(routesTimeoutMs, late.signal).then(
    () => null,
    () => null,
  )
  const checks = await Promise.all(
    Array.from(params, async ([domain, param]) => {
      const route = await Promise.race([findRoute(world, domain), deadline])
      const shown = inOwnLetters(domain)
      const message = route === null ? undecided(shown) : unreachable(route, shown)
      if (message === null) return []
      const code =
        route === null || route.kind === 'unknown'
          ? 'recipient_domain_unknown'
          : 'recipient_domain_unreachable'
      return [{ code, level: 'warning' as const, param, message }]
    }),
  )
  late.abort()
  return checks.flat()
}

const undecided = (domain: string): Text => ({
  en: `The DNS of ${domain} gave no answer, so its mail server is not known right now.`,
  pt: `O DNS de ${domain} não respondeu; por isso, não se sabe agora qual é o servidor de e-mail dele.`,
})

function unreachable(route: MxRoute, domain: string): Text | null {
  switch (route.kind) {
    case 'hosts':
      return null
    case 'unknown':
      return undecided(domain)
    case 'no_domain':
      return { en: `The domain ${domain} does not exist.`, pt: `O domínio ${domain} não existe.` }
    case 'null_mx':
      return {
        en: `The domain ${domain} says that it takes no email.`,
        pt: `O domínio ${domain} informa que não recebe e-mail.`,
      }
    case 'no_server':
    case 'internal':
    case 'loop':
      return {
        en: `The domain ${domain} has no mail server that can be reached.`,
        pt: `O domínio ${domain} não tem um servidor de e-mail que se possa alcançar.`,
      }
  }
}

// Advice -----------------------------------------------------------------------------------------

/** Gmail shows no more of a message than this without a further click. */
const clippedBytes = 102 * 1024
/** What many receivers take at most, with attachments grown by a third on the way. */
const largeBytes = 7 * 1024 * 1024

function advice({ content, stream, sizeBytes }: PreparedEmail, settings: Settings): Check[] {
  const checks: Check[] = []
  const add = (
    code: string,
    level: Check['level'],
    [en, pt]: readonly [string, string],
    param?: string,
  ) => checks.push({ code, level, message: { en, pt }, ...(param === undefined ? {} : { param }) })
  if (content.html !== undefined && !content.text) {
    const isMade = madeText(content, settings) !== null
    if (isMade) add('text_missing', 'info', words.textMade, 'text')
    else add('text_missing', 'warning', words.textMissing, 'text')
  }
  if (Buffer.byteLength(content.html ?? '') > clippedBytes)
    add('html_clipped', 'warning', words.clipped, 'html')
  if (sizeBytes > largeBytes) add('size_large', 'warning', words.large)
  const links = [...linksOfHtml(content.html ?? ''), ...linksOfText(content.text ?? '')]
  if (links.some(link => /^http:/i.test(link.href))) add('insecure_link', 'warning', words.insecure)
  if (stream === 'marketing') add('one_click_unsubscribe', 'info', words.oneClick)
  const kilobytes = Math.ceil(sizeBytes / 1024)
  add('size', 'info', [`The content has ${kilobytes} KB.`, `O conteúdo tem ${kilobytes} KB.`])
  return checks
}

const words = {
  textMissing: [
    'There is no text part. Some readers, watches and spam filters want one.',
    'Falta a versão em texto. Alguns leitores, relógios e filtros antispam precisam dela.',
  ],
  textMade: [
    'There is no text part; Malote makes one from the html. One that you write reads better.',
    'Falta a versão em texto; o Malote cria uma a partir do html. Uma escrita por você fica melhor.',
  ],
  clipped: [
    'The html has more than 102 KB; Gmail hides what comes after that.',
    'O html tem mais de 102 KB; o Gmail esconde o que passa disso.',
  ],
  large: [
    'With its attachments the message may be too large for some receivers (10 MB).',
    'Com os anexos, a mensagem pode ser grande demais para alguns destinos (10 MB).',
  ],
  insecure: [
    'A link begins with http:// rather than https://; readers may warn about it.',
    'Há link com http:// em vez de https://; leitores de e-mail podem alertar sobre isso.',
  ],
  oneClick: [
    'Malote adds the headers for unsubscribing with one click (RFC 8058).',
    'O Malote acrescenta os cabeçalhos de descadastro com um clique (RFC 8058).',
  ],
} as const
