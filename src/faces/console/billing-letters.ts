/**
 * Letters about money, from the notices that ask for one. They link to the dashboard, never to the
 * provider: a link with a key in it must not lie in mailboxes.
 */
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { type DueLetter, dueLetters, isPostedNow } from '#tenants/accounts/notices.ts'
import { sendLetter } from './send-system-mail.ts'

const subjects: Readonly<Record<string, Text>> = {
  plan_started: { en: 'Your plan has begun', pt: 'Seu plano começou' },
  plan_changed: { en: 'Your plan has changed', pt: 'Seu plano mudou' },
  plan_ends: { en: 'Your plan will end', pt: 'Seu plano vai terminar' },
  plan_ended: { en: 'Your plan has ended', pt: 'Seu plano terminou' },
  invoice_issued: { en: 'A new invoice', pt: 'Uma nova fatura' },
  payment_failed: { en: 'A payment is missing', pt: 'Falta um pagamento' },
  payment_recovered: { en: 'Your payment has arrived', pt: 'Seu pagamento chegou' },
  payment_needed: { en: 'Your bank asks for a confirmation', pt: 'Seu banco pede uma confirmação' },
  card_expiring: { en: 'Your card expires', pt: 'Seu cartão vai vencer' },
  volume_80: { en: '80% of your volume is used', pt: '80% do seu volume foi usado' },
  volume_100: { en: 'Your volume is used up', pt: 'Seu volume acabou' },
  spend_80: { en: '80% of your spending limit', pt: '80% do seu limite de gastos' },
  spend_100: { en: 'Your spending limit is reached', pt: 'Seu limite de gastos foi atingido' },
  logs_shrink: { en: 'Logs will be kept for less long', pt: 'Os registros durarão menos' },
  dispute_opened: { en: 'A charge is disputed', pt: 'Uma cobrança está em disputa' },
  dispute_closed: { en: 'The dispute is decided', pt: 'A disputa foi decidida' },
}

const button: Text = { en: 'Open billing', pt: 'Abrir o faturamento' }
const closing: Text = {
  en: 'You get this email because you own the account, or because emails about money go here.',
  pt: 'Você recebe esta mensagem porque é proprietário da conta, ou porque as mensagens sobre dinheiro vêm para cá.',
}

/**
 * Posts what is not posted yet, each once: the letters are written with the mark. One that cannot be
 * made holds up no other.
 */
export async function postLetters(world: World): Promise<void> {
  for (const letter of await dueLetters(world.db, 100)) {
    await postLetter(world, letter).catch((error: unknown) =>
      world.log.error({ notice: letter.id, error: String(error) }, 'a letter was not posted'),
    )
  }
}

async function postLetter(world: World, { id, code, text, to }: DueLetter): Promise<void> {
  const subject = subjects[code] ?? { en: 'Your account', pt: 'Sua conta' }
  const words = { subject, opening: text, button, closing }
  const at = new Date(world.clock.now())
  const [first, ...others] = to
  if (first === undefined) {
    await isPostedNow(world.db, id, at)
    return
  }
  // Its mark comes with the first of them: a crash in between costs a copy, and doubles none.
  let isMine = true
  const place = { path: '/billing', name: code }
  await sendLetter(
    world,
    words,
    { ...place, to: first.email, language: first.language },
    async tx => {
      isMine = await isPostedNow(tx, id, at)
      if (!isMine) throw new PostedAlready()
    },
  ).catch(error => {
    if (!(error instanceof PostedAlready)) throw error
  })
  if (!isMine) return
  for (const { email, language } of others) {
    await sendLetter(world, words, { ...place, to: email, language }, async () => undefined)
  }
}

/** Another node was faster: nothing of ours is written. */
class PostedAlready extends Error {
  override readonly name = 'PostedAlready'
}
