/**
 * Letters from notices, to those members who want their kind. They link to the dashboard, never to
 * anything with a key in it: such a link must not lie in mailboxes.
 */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { lettersTo } from '#tenants/accounts/notice-choices.ts'
import { noticeLetters } from '#tenants/accounts/notice-subjects.ts'
import { type DueNotice, dueLetters, isPostedNow } from '#tenants/accounts/notices-store.ts'
import { sendLetter } from './send-system-mail.ts'

const billingButton: Text = { en: 'Open billing', pt: 'Abrir o faturamento' }
const button: Text = { en: 'Open the dashboard', pt: 'Abrir o painel' }
const billingClosing: Text = {
  en: 'You get this email because you own the account, or because emails about money go here.',
  pt: 'Você recebe esta mensagem porque é proprietário da conta, ou porque as mensagens sobre dinheiro vêm para cá.',
}
const closing: Text = {
  en: 'You get this email as a member of the account. Which ones you get is yours to choose, under Notices in the dashboard.',
  pt: 'Você recebe esta mensagem como membro da conta. Quais você recebe é você quem escolhe, em Avisos no painel.',
}

export const noticeLettersJob: PeriodicJob = {
  name: 'notice letters',
  everyMs: 10_000,
  run: postLetters,
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

interface Reader {
  readonly email: string
  readonly language: Language
}

async function postLetter(world: World, notice: DueNotice): Promise<void> {
  const { id, code, text } = notice
  const { subject, path } = noticeLetters[code]
  const isMoney = path === '/billing'
  const words = {
    subject,
    opening: text,
    button: isMoney ? billingButton : button,
    closing: isMoney ? billingClosing : closing,
  }
  const at = new Date(world.clock.now())
  const [first, ...others] = readersOf(notice, isMoney)
  if (first === undefined) {
    await isPostedNow(world.db, id, at)
    return
  }
  // Its mark comes with the first of them: a crash in between costs a copy, and doubles none.
  let isMine = true
  const place = { path, name: code }
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

/** Each address once. */
function readersOf(notice: DueNotice, isMoney: boolean): Reader[] {
  const members: Reader[] = lettersTo(notice).map(({ email, language }) => ({ email, language }))
  const { billing } = notice
  const isNew = billing !== null && !members.some(one => one.email === billing.email)
  return isMoney && isNew ? [...members, billing] : members
}

/** Another node was faster: nothing of ours is written. */
class PostedAlready extends Error {
  override readonly name = 'PostedAlready'
}
