/**
 * What the demo looks like: a live line while it runs, then every timeline with its outcome, its
 * steps with the time between them, server, code and TLS, and the explanation in plain words.
 */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { DemoEvent, DemoProgress, DemoResult, EmailStory, Running } from './play.ts'

export interface Screen {
  readonly language: Language
  readonly isLive: boolean
  readonly width: number
}

const text = (en: string, pt: string): Text => ({ en, pt })

const names: Readonly<Record<string, Text>> = {
  accepted: text('accepted', 'aceito'),
  queued: text('queued', 'na fila'),
  sent: text('sent', 'enviado'),
  delivered: text('delivered', 'entregue'),
  deferred: text('deferred', 'adiado'),
  bounced: text('bounced', 'devolvido'),
  complained: text('complained', 'denunciado'),
  suppressed: text('suppressed', 'suprimido'),
  failed: text('failed', 'barrado'),
  cancelled: text('cancelled', 'cancelado'),
  captured: text('captured', 'capturado'),
  refused: text('refused', 'recusado'),
}

const looks: Readonly<Record<string, { symbol: string; colour: number }>> = {
  delivered: { symbol: '✔', colour: 32 },
  captured: { symbol: '◌', colour: 36 },
  queued: { symbol: '·', colour: 90 },
  sent: { symbol: '→', colour: 34 },
  deferred: { symbol: '↻', colour: 33 },
  bounced: { symbol: '✘', colour: 31 },
  complained: { symbol: '!', colour: 35 },
  suppressed: { symbol: '⊘', colour: 35 },
  failed: { symbol: '✘', colour: 31 },
  cancelled: { symbol: '⊘', colour: 90 },
  refused: { symbol: '⊘', colour: 31 },
}

const phases: Readonly<Record<DemoProgress['phase'], Text>> = {
  starting: text(
    'starting PostgreSQL, DNS, 18 mail servers and the service',
    'iniciando PostgreSQL, DNS, 18 servidores de e-mail e o serviço',
  ),
  sending: text('sending', 'enviando'),
  turning: text('turning the clock', 'adiantando o relógio'),
  checking: text('checking signatures', 'conferindo assinaturas'),
}

// While it runs ----------------------------------------------------------------------------------

/** A line that renews itself on a terminal; elsewhere one line per phase. */
export function progressLine(screen: Screen): (progress: DemoProgress) => void {
  let phase = ''
  return progress => {
    const counts = Object.entries(progress.counts)
      .map(([status, count]) => `${names[status]?.[screen.language] ?? status} ${count}`)
      .join(' · ')
    const line = `${phases[progress.phase][screen.language]}  ${lasted(progress.passedMs, screen.language)}  ${counts}`
    if (screen.isLive) process.stdout.write(`\r\x1b[K${line.slice(0, screen.width - 1)}`)
    else if (phase !== progress.phase) console.log(`${phases[progress.phase][screen.language]} …`)
    phase = progress.phase
  }
}

export function clearLine({ isLive }: Screen): void {
  if (isLive) process.stdout.write('\r\x1b[K')
}

// The timelines ----------------------------------------------------------------------------------

/** Every story, then what they sum up to. */
export function showResult(screen: Screen, result: DemoResult): string {
  const stories = result.told.filter(one => !one.planned.isOneOfMany)
  const many = result.told.filter(one => one.planned.isOneOfMany)
  return [
    ...stories.flatMap(one => [...showStory(screen, one), '']),
    ...showMany(screen, many),
    '',
    ...showOverview(screen, stories),
    '',
    ...showSums(screen, result),
  ].join('\n')
}

function showStory(screen: Screen, told: EmailStory): string[] {
  const { planned, events } = told
  const { language } = screen
  const to = bold(screen, planned.to.join(', '))
  const heading = `${badge(screen, outcomeOf(told))}${to}  ${faint(screen, planned.story[language])}`
  if (told.id === null) {
    return [heading, ...wrapped(screen, `${told.status}: ${told.message ?? ''}`)]
  }
  const steps = folded(screen, events)
  const telling = tellingOf(events)
  return [heading, ...steps, ...telling.flatMap(event => wrapped(screen, event.explanation ?? ''))]
}

/** Whose explanations are worth reading: the ends, and a delay that says something of its own. */
function tellingOf(events: readonly DemoEvent[]): DemoEvent[] {
  const ends = events.filter(
    event => !['accepted', 'queued', 'sent', 'deferred'].includes(event.type),
  )
  const delay = events.find(event => event.type === 'deferred')
  return delay ? [delay, ...ends.filter(event => event !== delay)] : ends
}

/** The steps, with the many alike in the middle of a long story folded into one line. */
function folded(screen: Screen, events: readonly DemoEvent[]): string[] {
  // `accepted` and `queued` come at the same moment.
  const steps = events.filter(event => event.type !== 'accepted')
  const rows = steps.map((event, i) => showStep(screen, event, steps[i - 1]))
  if (rows.length <= maxRows) return rows
  const left = rows.length - 5
  const note = { en: `… ${left} more like it …`, pt: `… mais ${left} como estes …` }
  const middle = faint(screen, `${' '.repeat(14)}${note[screen.language]}`)
  return [...rows.slice(0, 3), middle, ...rows.slice(-2)]
}

/** A step longer than this is folded. */
const maxRows = 7

function showStep(screen: Screen, event: DemoEvent, before: DemoEvent | undefined): string {
  const { language } = screen
  const gap = before === undefined ? 0 : Date.parse(event.at) - Date.parse(before.at)
  const since = before === undefined ? '' : `+${lasted(gap, language)}`
  const isFirst = before === undefined && event.type === 'queued'
  const name = isFirst ? firstStep[language] : (names[event.type]?.[language] ?? event.type)
  const parts = [event.mx ?? '', event.smtp_code ?? '', tlsOf(event, language)]
  const where = parts.filter(part => part !== '').join('  ')
  const doubt = event.uncertain ? `  (${mayHaveArrived[language]})` : ''
  const look = paint(screen, event.type, name.padEnd(11))
  return `  ${faint(screen, since.padStart(10))}  ${look} ${faint(screen, where + doubt)}`.trimEnd()
}

const firstStep = text('accepted, queued', 'aceito, na fila')
const mayHaveArrived = text('may have arrived', 'talvez tenha chegado')

const tlsLevels: Readonly<Record<string, Text>> = {
  dane: text('TLS by DANE', 'TLS por DANE'),
  'mta-sts': text('TLS by MTA-STS', 'TLS por MTA-STS'),
  verified: text('TLS verified', 'TLS verificado'),
  unverified: text('TLS unverified', 'TLS não verificado'),
  none: text('no TLS', 'sem TLS'),
}

const tlsOf = ({ tls }: DemoEvent, language: Language): string =>
  tls === undefined ? '' : (tlsLevels[tls]?.[language] ?? tls)

/** One line per email: what came of it, how long it took, what the last server said. */
function showOverview(screen: Screen, told: readonly EmailStory[]): string[] {
  const widest = Math.max(...told.map(one => one.planned.to.join(', ').length))
  return told.map(one => {
    const outcome = outcomeOf(one)
    const last = one.events.at(-1)
    const first = one.events[0]
    const took = first && last ? Date.parse(last.at) - Date.parse(first.at) : 0
    const time = one.id === null ? '' : lasted(took, screen.language)
    const code = last?.smtp_code ?? (one.id === null ? one.status : '')
    const tls = last ? tlsOf(last, screen.language) : ''
    const to = one.planned.to.join(', ').padEnd(widest)
    const facts = `${time.padStart(10)}  ${code.padEnd(11)} ${tls}`
    return `${badge(screen, outcome)}${to}  ${faint(screen, facts)}`.trimEnd()
  })
}

const outcomeOf = (one: EmailStory): string => (one.id === null ? 'refused' : one.status)

function badge(screen: Screen, outcome: string): string {
  const { symbol } = looks[outcome] ?? { symbol: '·' }
  return paint(
    screen,
    outcome,
    `${symbol} ${names[outcome]?.[screen.language] ?? outcome}`.padEnd(14),
  )
}

function showMany(screen: Screen, many: readonly EmailStory[]): string[] {
  if (many.length === 0) return []
  const good = many.filter(one => one.status === 'delivered').length
  const heading = {
    en: `${good} of ${many.length} further emails delivered`,
    pt: `${good} de ${many.length} outros e-mails entregues`,
  }[screen.language]
  const servers = Map.groupBy(many, one => one.events.at(-1)?.mx ?? '')
  return [
    paint(screen, 'delivered', `✔ ${heading}`),
    ...[...servers].map(([mx, those]) => {
      const last = those[0]?.events.at(-1)
      const tls = last ? tlsOf(last, screen.language) : ''
      return `  ${String(those.length).padStart(10)}  ${mx}  ${faint(screen, tls)}`
    }),
  ]
}

function showSums(screen: Screen, result: DemoResult): string[] {
  const { language } = screen
  const counts = new Map<string, number>()
  for (const one of result.told) {
    const outcome = outcomeOf(one)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const outcomes = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([outcome, count]) =>
      paint(
        screen,
        outcome,
        `${looks[outcome]?.symbol ?? '·'} ${count} ${names[outcome]?.[language] ?? outcome}${language === 'pt' && count !== 1 ? 's' : ''}`,
      ),
    )
  const { webhooks, arrived, signatures, passedMs } = result
  const lines = {
    en: [
      `${result.told.length} emails, ${lasted(passedMs, language)} on the demo's clock`,
      `${arrived} messages arrived; all ${signatures} DKIM signatures on them (RSA and Ed25519) hold, says an independent library`,
      `${webhooks.good} webhook posts came, every one signed rightly; ${webhooks.twice} came twice because the receiver had refused them`,
    ],
    pt: [
      `${result.told.length} e-mails, ${lasted(passedMs, language)} no relógio da demonstração`,
      `${arrived} mensagens chegaram; todas as ${signatures} assinaturas DKIM delas (RSA e Ed25519) valem, segundo uma biblioteca independente`,
      `${webhooks.good} notificações de webhook chegaram, todas com assinatura correta; ${webhooks.twice} vieram duas vezes porque o destino as tinha recusado`,
    ],
  }[language]
  return [outcomes.join('   '), ...lines]
}

export function showNext({ language }: Screen): string {
  return {
    en: [
      'To look further:',
      '  npm run demo -- --stay           the same, and it keeps running: with a dashboard to sign in to',
      '  npm run demo -- --language pt    em português',
      '  npm start                        a service of your own, with a test key to try it',
      '  npm run sim -- --seed 1          a simulated week against a hostile internet',
      '  npm run crash -- --kills 10      kill -9 at random, and count',
    ],
    pt: [
      'Para ver mais:',
      '  npm run demo -- --stay           o mesmo, e continua no ar: com um painel para entrar',
      '  npm run demo -- --language en    in English',
      '  npm start                        um serviço seu, com uma chave de teste para experimentar',
      '  npm run sim -- --seed 1          uma semana simulada contra uma internet hostil',
      '  npm run crash -- --kills 10      kill -9 ao acaso, e a contagem',
    ],
  }[language].join('\n')
}

type Doors = Awaited<ReturnType<Running['stay']>>

export function showStay({ language }: Screen, running: Running, stayed: Doors): string {
  const { url, key, email, password, people } = running
  const curl = (where: string): string =>
    `  curl -s ${url}${where} -H 'Authorization: Bearer ${key}' -H 'Accept-Language: ${language}'`
  const words = {
    en: {
      api: 'The service is running. Try:',
      pages: `The dashboard is at ${url}: sign in as ${email} with the password ${password}; a campaign is under way: ${stayed.campaigns}`,
      form: `A form to sign up by, as anybody @gmail.com: ${stayed.form}`,
      mail: `What has arrived is read at ${stayed.mailbox}: confirm, click and leave there, and see the report move`,
      people: `5,000 people to import and write to, from any name @loja.test: ${people}`,
      end: 'Ctrl-C ends it, and says how many messages arrived.',
    },
    pt: {
      api: 'O serviço está no ar. Experimente:',
      pages: `O painel está em ${url}: entre como ${email} com a senha ${password}; há uma campanha em andamento: ${stayed.campaigns}`,
      form: `Um formulário para se inscrever, como qualquer nome @gmail.com: ${stayed.form}`,
      mail: `O que chegou se lê em ${stayed.mailbox}: confirme, clique e saia por lá, e veja o relatório mudar`,
      people: `5.000 pessoas para importar e escrever, de qualquer nome @loja.test: ${people}`,
      end: 'Ctrl-C encerra e diz quantas mensagens chegaram.',
    },
  }[language]
  return [
    words.pages,
    words.form,
    words.mail,
    words.people,
    words.api,
    curl('/v1/emails'),
    curl("'/v1/events?type=bounced'"),
    curl('/v1/suppressions'),
    words.end,
  ].join('\n')
}

export const showArrived = ({ language }: Screen, count: number): string =>
  language === 'pt'
    ? `Chegaram ${count} mensagens desde então.`
    : `${count} messages have arrived since.`

// Small parts ------------------------------------------------------------------------------------

function wrapped(screen: Screen, sentence: string): string[] {
  const indent = ' '.repeat(14)
  const room = Math.max(40, Math.min(screen.width, 110) - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of sentence.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  return lines.map(one => indent + one)
}

/** `0.2 s`, `1 min 3 s`, `2 h 10 min`, `3 d 2 h`: the two largest units. */
function lasted(ms: number, language: Language): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 10) {
    const shown = seconds.toFixed(1)
    return `${language === 'pt' ? shown.replace('.', ',') : shown} s`
  }
  const whole = Math.round(seconds)
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const from = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(from, from + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const inColour = (screen: Screen, code: number, words: string): string =>
  screen.isLive ? `\x1b[${code}m${words}\x1b[0m` : words
const bold = (screen: Screen, words: string): string => inColour(screen, 1, words)
const faint = (screen: Screen, words: string): string => inColour(screen, 90, words)
const paint = (screen: Screen, outcome: string, words: string): string =>
  inColour(screen, looks[outcome]?.colour ?? 90, words)
