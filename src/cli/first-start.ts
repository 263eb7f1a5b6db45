/**
 * What the very first start does for whoever tries Malote: an account with a test key, and a `curl`
 * ready to paste. Later starts print only where things are.
 */
import { createAccount } from '../accounts/accounts.ts'
import { keepOrGet } from '../accounts/installation-store.ts'
import { createKey } from '../accounts/keys.ts'
import type { World } from '../world/world.ts'

interface Output {
  write(text: string): unknown
}

/** Prints the addresses; on the first start makes the account, too, and prints its secrets once. */
export async function firstStart(world: World, out: Output): Promise<void> {
  const { MALOTE_DASHBOARD_URL: dashboard, MALOTE_DOCS_URL: docs } = world.settings
  const mark = world.random.bytes(16)
  const isFirst = mark.equals(await keepOrGet(world.db, 'first_start', mark))
  out.write(`\nMalote is running.\n\n  Dashboard  ${dashboard}\n  Docs       ${docs}\n`)
  if (isFirst) await introduce(world, out)
  out.write('\nCtrl-C stops it without losing anything.\n\n')
}

async function introduce(world: World, out: Output): Promise<void> {
  const email = `owner@${world.settings.MALOTE_HOSTNAME.includes('.') ? world.settings.MALOTE_HOSTNAME : 'malote.localhost'}`
  const password = world.random.bytes(12).toString('base64url')
  const { projectId } = await createAccount(world, { email, password, name: 'First account' })
  const key = await createKey(world, {
    projectId,
    mode: 'test',
    scope: 'admin',
    name: 'First test key',
  })
  out.write(
    `\nA first account is ready. This is shown once:\n\n` +
      `  E-mail     ${email}\n  Password   ${password}\n  Test key   ${key.key}\n\n` +
      `Send a first email (a test key captures it, nothing leaves this machine):\n\n${curl(world, key.key)}\n`,
  )
}

function curl(world: World, key: string): string {
  const body = JSON.stringify({
    from: 'Malote <hello@example.com>',
    to: ['someone@example.com'],
    subject: 'First email',
    text: 'It works.',
  })
  return [
    `  curl -s ${world.settings.MALOTE_BASE_URL}/v1/emails \\`,
    `    -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
    '',
  ].join('\n')
}
