/**
 * As much of Stripe as the adapter asks for, on loopback: customers, hosted pages, invoices, cards
 * that decline, refunds, disputes, events with signatures. It forgets idempotency keys after a day,
 * as the real one may; it can be away, and it can do what it is asked and lose the answer.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import Stripe from 'stripe'

type Thing = Record<string, unknown> & { id: string; customer?: string }
type Fields = Record<string, unknown>

export interface StripeStandIn {
  readonly url: string
  readonly things: ReadonlyMap<string, Thing>
  readonly calls: string[]
  /** No call is answered, and none is done. */
  isAway: boolean
  /** How long it takes over a charge. */
  chargeMs: number
  /** So many calls are done and their answer lost. */
  losesAnswers: number
  /** Calls like these are done, and their answers lost. */
  losesAnswersOf: RegExp | null
  /** Calls like these are refused. */
  refusesCallsOf: RegExp | null
  /** What the next charges of a card say; null: they go through. */
  decline: string | null
  now(): number
  /** The customer pays on the page of an order. */
  payPage(url: string, card?: string): void
  /** The customer takes a boleto on the page of an order, or pays the one that was taken. */
  boleto(url: string, isPaid: boolean): void
  /** The customer pays an invoice on its page. */
  payLink(invoice: string): void
  /** The customer keeps another card, and has it charged from now on unless it is only an old one. */
  keepCard(customer: string, last4: string, isChosen?: boolean): void
  /** All methods of a customer are removed. */
  detach(customer: string): void
  /** The bank takes the customer's last charge for fraud, or the charge that is named. */
  warn(customerOrCharge: string): void
  /** Of the customer's first charge, or of the one that is named. */
  dispute(customerOrCharge: string, status: string, reason?: string): void
  /** So many more charges of the customer. */
  charge(customer: string, times: number): void
  /** Links of another host than its own from now on. */
  linksElsewhere: boolean
  /** The key has no right to read warnings of fraud. */
  hidesWarnings: boolean
  /** The newest events as webhooks: body and header. */
  knocks(secret: string): { body: string; header: string }[]
  of(kind: string): Thing[]
  close(): Promise<void>
}

const keyMs = 86_400_000
/** How long the page of an order is open at least. */
const minPageMs = 30 * 60_000

const isOf =
  (ref: string) =>
  ({ id, customer }: Thing): boolean =>
    id === ref || customer === ref

/** Parses `a[b][0][c]=d`. */
function parseForm(text: string): Fields {
  const root: Fields = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const names = [...path.matchAll(/[^[\]]+/g)].map(match => match[0])
    let at: Fields = root
    for (const [i, name] of names.entries()) {
      if (i === names.length - 1) at[name] = value
      else {
        at[name] ??= {}
        at = at[name] as Fields
      }
    }
  }
  return root
}

const listOf = (value: unknown): Fields[] => Object.values((value ?? {}) as Fields) as Fields[]

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

export async function standInForStripe(now: () => number): Promise<StripeStandIn> {
  const things = new Map<string, Thing>()
  const keys = new Map<string, { at: number; answer: unknown }>()
  const events: Thing[] = []
  const state = {
    isAway: false,
    chargeMs: 0,
    losesAnswers: 0,
    losesAnswersOf: null as RegExp | null,
    refusesCallsOf: null as RegExp | null,
    decline: null as string | null,
    linksElsewhere: false,
    hidesWarnings: false,
  }
  const host = (own: string) => (state.linksElsewhere ? 'stripe.example' : own)
  const calls: string[] = []
  let count = 0
  const seconds = () => Math.floor(now() / 1000)
  const add = <T extends Fields>(prefix: string, object: string, fields: T): Thing & T => {
    const id = `${prefix}_${++count}`
    const thing = { id, object, livemode: false, created: seconds(), ...fields }
    things.set(id, thing)
    return thing
  }
  const tell = (type: string, object: Thing, before?: Fields): void => {
    events.unshift({
      id: `evt_${++count}`,
      object: 'event',
      type,
      livemode: false,
      created: seconds(),
      data: {
        object: structuredClone(object),
        ...(before ? { previous_attributes: before } : {}),
      },
    })
  }
  const of = (object: string) => [...things.values()].filter(one => one.object === object)
  /** Newest first, those after one that is named. */
  const pageOf = (all: readonly Thing[], { starting_after: after }: Fields = {}) => {
    const newest = all.toReversed()
    const rest = newest.slice(newest.findIndex(one => one.id === after) + 1)
    return { object: 'list', data: rest.slice(0, 100), has_more: rest.length > 100 }
  }
  const fail = (status: number, error: Fields) => ({ status, body: { error } })

  function pay(invoice: Thing, method: string): Thing {
    const payment = `pi_${++count}`
    add('ch', 'charge', {
      customer: invoice.customer!,
      payment_intent: payment,
      amount: invoice.total,
      amount_refunded: 0,
      disputed: false,
      payment_method: method,
    })
    Object.assign(invoice, {
      status: 'paid',
      payments: { data: [{ status: 'paid', payment: { payment_intent: payment } }] },
    })
    tell('invoice.paid', invoice)
    return invoice
  }

  const addCard = (customer: string, last4: string): Thing =>
    add('pm', 'payment_method', {
      customer,
      type: 'card',
      card: { brand: 'visa', last4, exp_month: 12, exp_year: 2035 },
    })

  function paySession(session: Thing): void {
    const payment = `pi_${++count}`
    add('ch', 'charge', {
      customer: session.customer!,
      payment_intent: payment,
      amount: session.amount_total,
      amount_refunded: 0,
      disputed: false,
    })
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: payment })
  }

  const routes: readonly [RegExp, (match: RegExpExecArray, fields: Fields) => unknown][] = [
    [/^POST \/v1\/customers$/, (_m, fields) => add('cus', 'customer', fields)],
    [/^GET \/v1\/customers\/(\w+)$/, m => things.get(m[1]!)],
    [
      /^POST \/v1\/checkout\/sessions$/,
      (_m, fields) => {
        const [item] = listOf(fields.line_items)
        const price = item!.price_data as Fields
        const leftMs = Number(fields.expires_at) * 1000 - now()
        if (!(leftMs >= minPageMs && leftMs <= 24 * 3_600_000)) {
          return fail(400, { type: 'invalid_request_error', param: 'expires_at' })
        }
        const session = add('cs', 'checkout.session', {
          ...fields,
          amount_total: Number(price.unit_amount),
          currency: price.currency,
          status: 'open',
          payment_status: 'unpaid',
          payment_intent: null,
          expires_at: Number(fields.expires_at),
        })
        return Object.assign(session, {
          url: `https://${host('checkout.stripe.com')}/c/${session.id}`,
        })
      },
    ],
    [/^GET \/v1\/checkout\/sessions\/(\w+)$/, m => things.get(m[1]!)],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      m => Object.assign(things.get(m[1]!)!, { status: 'expired' }),
    ],
    [/^GET \/v1\/checkout\/sessions$/, (_m, f) => pageOf(ofCustomer('checkout.session', f))],
    [/^GET \/v1\/billing_portal\/configurations$/, () => pageOf(of('configuration'))],
    [
      /^POST \/v1\/billing_portal\/configurations$/,
      (_m, fields) => add('bpc', 'configuration', fields),
    ],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      () => ({ id: 'bps_1', url: `https://${host('billing.stripe.com')}/p/session` }),
    ],
    [
      /^POST \/v1\/invoices$/,
      (_m, fields) =>
        add('in', 'invoice', {
          ...fields,
          status: 'draft',
          total: 0,
          lines: { data: [] },
          hosted_invoice_url: null,
          invoice_pdf: null,
        }),
    ],
    [/^GET \/v1\/invoices$/, (_m, f) => pageOf(ofCustomer('invoice', f))],
    [
      /^GET \/v1\/invoices\/(\w+)$/,
      (m, { expand }) => {
        const invoice = things.get(m[1]!)
        const isWhole = listOf(expand).includes('customer' as never)
        return isWhole ? { ...invoice, customer: things.get(invoice!.customer!) } : invoice
      },
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/add_lines$/,
      (m, fields) => {
        const lines = listOf(fields.lines)
        const total = lines.reduce((sum, line) => sum + Number(line.amount), 0)
        return Object.assign(things.get(m[1]!)!, { total, lines: { data: lines } })
      },
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/finalize$/,
      m =>
        Object.assign(things.get(m[1]!)!, {
          status: 'open',
          hosted_invoice_url: `https://${host('invoice.stripe.com')}/i/${m[1]}`,
          invoice_pdf: `https://pay.stripe.com/invoice/${m[1]}/pdf`,
        }),
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/pay$/,
      (m, fields) => {
        const invoice = things.get(m[1]!)!
        if (invoice.status !== 'open') {
          return fail(400, { type: 'invalid_request_error', code: 'invoice_not_open' })
        }
        if (state.decline === null) return pay(invoice, String(fields.payment_method))
        tell('invoice.payment_failed', invoice)
        const code = state.decline
        if (code === 'invoice_payment_intent_requires_action') {
          return fail(402, { type: 'invalid_request_error', code })
        }
        return fail(402, { type: 'card_error', code: 'card_declined', decline_code: code })
      },
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/void$/,
      m => Object.assign(things.get(m[1]!)!, { status: 'void' }),
    ],
    [
      /^DELETE \/v1\/invoices\/(\w+)$/,
      m => {
        things.delete(m[1]!)
        return { id: m[1], object: 'invoice', deleted: true }
      },
    ],
    [/^GET \/v1\/payment_methods$/, (_m, f) => pageOf(ofCustomer('payment_method', f))],
    [/^GET \/v1\/charges\/(\w+)$/, m => things.get(m[1]!)],
    [
      /^GET \/v1\/radar\/early_fraud_warnings$/,
      () => (state.hidesWarnings ? fail(403, {}) : pageOf(of('radar.early_fraud_warning'))),
    ],
    [/^GET \/v1\/charges$/, (_m, f) => pageOf(ofCustomer('charge', f), f)],
    [
      /^GET \/v1\/disputes$/,
      (_m, f) => pageOf(of('dispute').filter(one => one.charge === f.charge)),
    ],
    [/^GET \/v1\/disputes\/(\w+)$/, m => things.get(m[1]!)],
    [
      /^GET \/v1\/refunds$/,
      (_m, f) => pageOf(of('refund').filter(one => one.payment_intent === f.payment_intent)),
    ],
    [
      /^POST \/v1\/refunds$/,
      (_m, fields) => {
        const charge = of('charge').find(one => one.payment_intent === fields.payment_intent)!
        charge.amount_refunded = Number(charge.amount_refunded) + Number(fields.amount)
        return add('re', 'refund', fields)
      },
    ],
    [/^GET \/v1\/events$/, () => ({ object: 'list', data: events.slice(0, 100), has_more: false })],
  ]
  const ofCustomer = (object: string, fields: Fields) =>
    of(object).filter(one => one.customer === fields.customer)

  function answer(line: string, fields: Fields, key: string | undefined): unknown {
    const known = key === undefined ? undefined : keys.get(key)
    if (known && now() - known.at < keyMs) return known.answer
    if (state.refusesCallsOf?.test(line)) return fail(400, { type: 'invalid_request_error' })
    for (const [pattern, handle] of routes) {
      const match = pattern.exec(line)
      if (!match) continue
      const made = handle(match, fields)
      if (made === undefined) return fail(404, { code: 'resource_missing', type: 'invalid' })
      if (key !== undefined) keys.set(key, { at: now(), answer: structuredClone(made) })
      return made
    }
    return fail(404, { message: `no route ${line}`, type: 'invalid_request_error' })
  }

  const server: Server = createServer((request, response) => {
    void (async () => {
      const text = await bodyOf(request)
      const url = new URL(request.url!, 'http://stand.in')
      const line = `${request.method} ${url.pathname}`
      calls.push(line)
      if (state.isAway) return void request.socket.destroy()
      const fields = parseForm(request.method === 'GET' ? url.search.slice(1) : text)
      const key = request.headers['idempotency-key'] as string | undefined
      const isCharge = /pay$/.test(url.pathname)
      if (isCharge) await new Promise(resolve => setTimeout(resolve, state.chargeMs))
      const isKept = request.method !== 'GET' && !isCharge
      const made = answer(line, fields, isKept ? key : undefined)
      if (state.losesAnswersOf?.test(line)) return void request.socket.destroy()
      if (state.losesAnswers > 0) {
        state.losesAnswers--
        return void request.socket.destroy()
      }
      const isError =
        typeof made === 'object' && made !== null && 'status' in made && 'body' in made
      const { status, body } = isError
        ? (made as { status: number; body: unknown })
        : { status: 200, body: made }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as { port: number }
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    things,
    calls,
    now,
    of,
    payPage(url: string, last4 = '4242') {
      const session = things.get(url.split('/').at(-1)!)!
      addCard(session.customer!, last4)
      paySession(session)
      tell('checkout.session.completed', session)
    },
    boleto(url: string, isPaid: boolean) {
      const session = things.get(url.split('/').at(-1)!)!
      if (isPaid) {
        paySession(session)
        return tell('checkout.session.async_payment_succeeded', session)
      }
      add('pm', 'payment_method', { customer: session.customer!, type: 'boleto', boleto: {} })
      Object.assign(session, { status: 'complete' })
      tell('checkout.session.completed', session)
    },
    payLink(invoice: string) {
      pay(things.get(invoice)!, 'card')
    },
    keepCard(customer: string, last4: string, isChosen = true) {
      const card = addCard(customer, last4)
      const owner = things.get(customer)!
      if (isChosen) owner.invoice_settings = { default_payment_method: card.id }
      tell('payment_method.attached', card)
    },
    detach(customer: string) {
      for (const one of of('payment_method').filter(method => method.customer === customer)) {
        Object.assign(one, { customer: null })
        tell('payment_method.detached', one, { customer })
      }
    },
    warn(ref: string) {
      const charge = of('charge').findLast(isOf(ref))!
      const about = { charge: charge.id, payment_intent: charge.payment_intent }
      const warning = { ...about, actionable: true, fraud_type: 'made_with_stolen_card' }
      const told = add('issfr', 'radar.early_fraud_warning', warning)
      tell('radar.early_fraud_warning.created', told)
    },
    dispute(ref: string, status: string, reason = 'general') {
      const charge = of('charge').find(isOf(ref))!
      charge.disputed = true
      const known = of('dispute').find(one => one.charge === charge.id)
      const about = { charge: charge.id, payment_intent: charge.payment_intent }
      const dispute = known ?? add('dp', 'dispute', { ...about, reason })
      Object.assign(dispute, { status })
      tell('charge.dispute.updated', dispute)
    },
    charge(customer: string, times: number) {
      for (let n = 0; n < times; n++) {
        const payment_intent = `pi_${++count}`
        add('ch', 'charge', { customer, payment_intent, amount: 1, amount_refunded: 0 })
      }
    },
    knocks: (secret: string) =>
      events.map(event => {
        const body = JSON.stringify(event)
        const timestamp = seconds()
        const header = Stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret,
          timestamp,
        })
        return { body, header }
      }),
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  })
}
