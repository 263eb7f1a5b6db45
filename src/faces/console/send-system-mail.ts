/**
 * The installation's own mail: confirming an address, a new password, an invitation. It goes through
 * Malote itself, from MALOTE_SANDBOX_SENDER, with the same queue, retries and timeline as any other,
 * but in a project that nobody can look into and outside of all quotas: whoever has used the day up
 * must still be able to get a new password.
 *
 * Where there is no way out, on a machine without a full name of its own, the link is logged
 * instead: whoever tries Malote at home reads the log.
 */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewEmail } from '#sending/events/email.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { writeEmails } from '#sending/outbox/outbox.ts'
import { ownEmail } from '#sending/outbox/own-email.ts'
import { systemProject } from '#tenants/installation/system-project.ts'
import { composeLetter, composeSystemMail, type SystemMailName, type Words } from './system-mail.ts'

interface SentSystemMail {
  readonly to: string
  readonly language: Language
  /** Path and query below the dashboard's address. */
  readonly path: string
  readonly account?: string
}

/**
 * Resolves once the letter is in the queue, or in the log: to whether it goes out. `alsoIn` is done in
 * its transaction.
 */
export async function sendSystemMail(
  world: World,
  name: SystemMailName,
  posted: SentSystemMail,
  alsoIn?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const link = `${world.settings.MALOTE_DASHBOARD_URL}${posted.path}`
  const { account = '' } = posted
  return post(
    world,
    { ...posted, link, name },
    composeSystemMail(name, posted.language, { link, account }),
    alsoIn,
  )
}

/** A letter in words of its own; `alsoIn` is written in the same transaction. */
export async function sendLetter(
  world: World,
  words: Words,
  posted: Omit<SentSystemMail, 'account'> & { readonly name: string },
  alsoIn: (tx: Tx) => Promise<void>,
): Promise<void> {
  const link = `${world.settings.MALOTE_DASHBOARD_URL}${posted.path}`
  await post(world, { ...posted, link }, composeLetter(words, posted.language, { link }), alsoIn)
}

async function post(
  world: World,
  posted: Pick<SentSystemMail, 'to' | 'language'> & {
    readonly link: string
    readonly name: string
  },
  letter: ReturnType<typeof composeSystemMail>,
  alsoIn: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { link, name } = posted
  const projectId = hasWayOut(world) ? await systemProject(world) : null
  if (projectId === null) {
    await world.db.transaction(alsoIn)
    world.log.info(
      { letter: name, to: posted.to, link },
      'a letter could not go out; its link is here',
    )
    return false
  }
  const email = newEmail(world, projectId, posted.to, letter)
  await world.db.transaction(async tx => {
    await writeEmails(tx, world, [email], { language: () => posted.language })
    await alsoIn(tx)
  })
  world.log.info({ letter: name, email: show('msg', email.id) }, 'a letter is in the queue')
  return true
}

/** A sender at a name without a dot, or at one that means this machine, reaches nobody. */
function hasWayOut({ settings }: World): boolean {
  const domain = settings.MALOTE_SANDBOX_SENDER.split('@').at(-1) ?? ''
  return domain.includes('.') && !/\.(localhost|local|internal|lan)$/i.test(domain)
}

function newEmail(
  world: World,
  projectId: Uuid,
  to: string,
  letter: ReturnType<typeof composeSystemMail>,
): NewEmail {
  const now = world.clock.now()
  const from = `Malote <${world.settings.MALOTE_SANDBOX_SENDER}>`
  const prepared = prepare(
    { from, to: [to], ...letter, headers: { 'Auto-Submitted': 'auto-generated' } },
    now,
  )
  return { ...ownEmail(world, { projectId, mode: 'live' }, prepared), isSecret: true }
}
