/** What needs looking at first, in words: pure. The most urgent comes first. */

import type { Uuid } from '#kernel/base/ids.ts'
import { fill, type Language, type Text, type Values } from '#kernel/base/languages.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { selectAnswers } from '#platform/webhooks/answering-store.ts'
import { causes, isCause } from '#protocol/replies/causes.ts'
import type { Account } from '#tenants/accounts/account.ts'
import { percent } from '#tenants/limits/refusals.ts'
import { noticedShare, regularShare } from '#tenants/trust/rates.ts'
import { rows } from '../explain/explain-answers.ts'
import { about } from '../explain/phrasing.ts'
import type { Rates, Refusals, Sums } from './overview.ts'
import { type DomainState, selectDomainState } from './queue-store.ts'

interface Attention {
  readonly level: 'info' | 'warning' | 'error'
  readonly code: string
  readonly text: string
}

interface Facts {
  readonly mode: Mode
  readonly account: Pick<Account, 'pause' | 'trustLevel'>
  readonly state: ProjectState
  readonly totals: Sums
  readonly rates: Rates
  readonly refusals: readonly Refusals[]
  /** Since when the oldest due email has been waiting, in minutes; null: none. */
  readonly overdueMinutes: number | null
}

interface ProjectState extends DomainState {
  readonly failing_webhooks: readonly string[]
}

type Alert = readonly [Attention['level'], string, Text, Values?]

/** How a project's domains and webhooks stand now. */
export async function projectState(
  { db }: Pick<World, 'db'>,
  projectId: Uuid,
): Promise<ProjectState> {
  const [domains, webhooks] = await Promise.all([
    selectDomainState(db, projectId),
    selectAnswers(db, projectId),
  ])
  const failing = webhooks.filter(({ isFailing }) => isFailing)
  return { ...domains, failing_webhooks: failing.map(({ url }) => url) }
}

export function attentionOf(facts: Facts, language: Language): Attention[] {
  const found = facts.mode === 'live' ? [...standing(facts), ...setUp(facts), ...mail(facts)] : []
  const order = ['error', 'warning', 'info']
  return [...found, ...webhooks(facts)]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([level, code, text, values]) => ({
      level,
      code,
      text: fill(text, values ?? {})[language],
    }))
}

function standing({ account }: Facts): Alert[] {
  if (account.pause === 'full') {
    return [
      [
        'error',
        'paused',
        text(
          'Sending is paused entirely. See under limits why, and what lifts it.',
          'O envio está totalmente pausado. Veja em limites o motivo e o que o libera.',
        ),
      ],
    ]
  }
  if (account.pause === 'regular') {
    return [
      [
        'error',
        'paused',
        text(
          'Marketing is paused; transactional email goes on, up to 30 a day. See under limits why.',
          'O marketing está pausado; e-mails transacionais seguem, até 30 por dia. Veja em limites o motivo.',
        ),
      ],
    ]
  }
  return []
}

function setUp({ account, state }: Facts): Alert[] {
  const found: Alert[] = []
  for (const name of state.failed_domains ?? []) {
    found.push([
      'error',
      'domain_failed',
      text(
        'The domain {name} is no longer verified, so nothing can be sent from it. Check its DNS records.',
        'O domínio {name} não está mais verificado, então nada pode ser enviado por ele. Confira os registros DNS.',
      ),
      { name },
    ])
  }
  if (state.verified_domains === 0) {
    found.push([
      'info',
      'no_domain',
      text(
        'No domain is verified yet. Add one to send to everybody.',
        'Nenhum domínio foi verificado ainda. Adicione um para enviar a qualquer pessoa.',
      ),
    ])
  } else if (account.trustLevel === 0) {
    found.push([
      'info',
      'sandbox',
      text(
        'The account is in the sandbox: email goes only to its own verified addresses, until a domain is verified by DNS or the operator raises the trust level.',
        'A conta está no sandbox: os e-mails vão apenas para os endereços verificados dela, até que um domínio seja verificado pelo DNS ou o operador aumente o nível de confiança.',
      ),
    ])
  }
  return found
}

/** Fewer say little (docs/contract.md#pauses). */
const minFinals = 100
/** From here on what came back is said in counts. */
const minCounted = 20
/** So many of one cause are one fault, which can be named and mended. */
const minRefusals = 20
const slowMinutes = 15

function mail({ totals, rates, refusals, overdueMinutes }: Facts): Alert[] {
  const finals = totals.delivered + totals.bounced
  const found: Alert[] = refused(refusals, finals)
  const isEnough = finals >= minFinals
  if (!isEnough) found.push(...few(totals))
  const bounce = rates.bounce ?? 0
  const complaint = rates.complaint ?? 0
  if (isEnough && bounce >= noticedShare.bounces) {
    const shown = percent(bounce)
    found.push([
      bounce >= regularShare.bounces ? 'error' : 'warning',
      'bounces_high',
      text(
        `{count} of {finals} emails bounced permanently (${shown.en}). From 5% on sending is paused.`,
        `{count} de {finals} e-mails voltaram definitivamente (${shown.pt}). A partir de 5% o envio é pausado.`,
      ),
      { count: Math.round(bounce * finals), finals },
    ])
  }
  if (isEnough && complaint >= noticedShare.complaints) {
    const shown = percent(complaint)
    const count = Math.round(complaint * finals)
    const marked = count === 1 ? 'marcou' : 'marcaram'
    found.push([
      complaint >= regularShare.complaints ? 'error' : 'warning',
      'complaints_high',
      text(
        `{count} of {finals} recipients marked an email as spam (${shown.en}). From 0.3% on sending is paused: write only to those who asked for it.`,
        `{count} de {finals} destinatários ${marked} como spam (${shown.pt}). A partir de 0,3% o envio é pausado: escreva apenas para quem pediu.`,
      ),
      { count, finals },
    ])
  }
  if (overdueMinutes !== null && overdueMinutes >= slowMinutes) {
    found.push([
      'warning',
      'queue_slow',
      text(
        'Email has been due for {minutes} minutes and is still in the queue.',
        'Há e-mails que deveriam ter saído há {minutes} minutos e ainda estão na fila.',
      ),
      { minutes: overdueMinutes },
    ])
  }
  return found
}

/**
 * The rate of bounces leaves out what says nothing of the address (overview.ts): an account of which
 * all mail is refused as spam has a rate of nothing, and no other sentence would tell of it.
 */
function refused(refusals: readonly Refusals[], finals: number): Alert[] {
  const isOfAddress = (cause: string) => isCause(cause) && causes[cause].class === 'address_dead'
  const [worst] = refusals
    .filter(({ cause }) => !isOfAddress(cause))
    .toSorted((a, b) => b.count - a.count)
  if (!worst || worst.count < minRefusals) return []
  const { count, cause } = worst
  if (count / finals < noticedShare.bounces) return []
  const reason = rows.get(cause)?.is
  const why = reason && about({ type: 'bounced', mode: 'live' }, reason.en, reason.pt)
  return [
    [
      count * 2 >= finals ? 'error' : 'warning',
      'refusals_high',
      why
        ? text(
            `{count} of {finals} emails were refused for one reason: ${why.en}.`,
            `{count} de {finals} e-mails foram recusados pelo mesmo motivo: ${why.pt}.`,
          )
        : text(
            '{count} of {finals} emails were refused, and no reason was given.',
            '{count} de {finals} e-mails foram recusados sem que se dissesse o motivo.',
          ),
      { count, finals },
    ],
  ]
}

/** Of few, a share says little; that some came back or were marked as spam at all is said. */
function few({ delivered, bounced, complained }: Sums): Alert[] {
  const finals = delivered + bounced
  if (finals < minCounted) return []
  return [...fewBounced(bounced, finals), ...fewComplained(complained, finals)]
}

/** One among so few is a share at which much mail would be paused. */
function fewComplained(complained: number, finals: number): Alert[] {
  if (complained === 0) return []
  const marked = complained === 1 ? 'marcou' : 'marcaram'
  return [
    [
      'warning',
      'complaints_high',
      text(
        '{complained} of {finals} recipients marked an email as spam. Write only to those who asked for it.',
        `{complained} de {finals} destinatários ${marked} como spam. Escreva apenas para quem pediu.`,
      ),
      { complained, finals },
    ],
  ]
}

function fewBounced(bounced: number, finals: number): Alert[] {
  if (bounced / finals < noticedShare.bounces) return []
  const isMany = bounced >= 5 && bounced * 20 >= finals
  const cameBack = bounced === 1 ? 'voltou' : 'voltaram'
  return [
    [
      isMany ? 'warning' : 'info',
      'bounces_high',
      text(
        '{bounced} of {finals} emails came back. See why before you send more.',
        `{bounced} de {finals} e-mails ${cameBack}. Veja o motivo antes de enviar mais.`,
      ),
      { bounced, finals },
    ],
  ]
}

function webhooks({ state }: Facts): Alert[] {
  return state.failing_webhooks.map(url => [
    'warning',
    'webhook_failing',
    text(
      'The last five posts to the webhook {url} failed.',
      'As últimas cinco chamadas ao webhook {url} falharam.',
    ),
    { url: url.slice(0, 200) },
  ])
}

const text = (en: string, pt: string): Text => ({ en, pt })
