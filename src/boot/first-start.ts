/**
 * What the very first start does for whoever tries Malote: an account with a test key, and a `curl`
 * ready to paste. Later starts print only where things are.
 */

import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import { prepareAccount } from '#tenants/accounts/accounts.ts'
import { createKeyIn } from '#tenants/accounts/keys.ts'
import { makeOperator } from '#tenants/accounts/operators.ts'
import { isKept, keepOrGet } from '#tenants/installation/store.ts'

interface Output {
  write(text: string): unknown
}

const ending = 'Ctrl-C stops it without losing anything.\n\n'

interface FirstAccount {
  readonly email: string
  readonly password: string
  readonly key: string
}

/** Prints where things are, and the secrets of the account that this start has made. */
export function announce(world: World, made: FirstAccount | null, out: Output): void {
  const {
    MALOTE_DASHBOARD_URL: dashboard,
    MALOTE_DOCS_URL: docs,
    MALOTE_ROLES: roles,
  } = world.settings
  if (!roles.includes('api')) {
    // Nothing of this answers here, and what is shown once is for the node where it does.
    out.write(`\nMalote is running: ${roles.join(', ')}.\n\n${ending}`)
    return
  }
  out.write(`\nMalote is running.\n\n  Dashboard  ${dashboard}\n  Docs       ${docs}\n`)
  if (made) introduce(world, made, out)
  out.write(`\n${ending}`)
}

/**
 * Makes the account that runs this installation; null where an earlier start, or another node, has
 * made it, or this node has no API to show it by. The mark, the account and its key are one
 * transaction: a start that is cut off leaves the first start to the next one. It is done before
 * anything listens, so that no stranger's account is ever older, and no other is made an operator.
 */
export async function makeFirstAccount(world: World): Promise<FirstAccount | null> {
  if (!world.settings.MALOTE_ROLES.includes('api')) return null
  if (await isKept(world.db, 'first_start')) return null
  // A machine may be called what is no domain: by a word, an IP address, a name with an underscore.
  const email = `owner@${canonicalDomain(world.settings.MALOTE_HOSTNAME) ?? 'malote.localhost'}`
  const password = world.random.bytes(12).toString('base64url')
  const mark = world.random.bytes(16)
  const insertAccount = await prepareAccount(world, { email, password, name: 'First account' })
  return world.db.transaction(async tx => {
    if (!mark.equals(await keepOrGet(tx, 'first_start', mark))) return null
    const { accountId, projectId } = await insertAccount(tx)
    await makeOperator(tx, accountId)
    const name = 'First test key'
    const { key } = await createKeyIn(tx, world, { projectId, mode: 'test', scope: 'admin', name })
    return { email, password, key }
  })
}

/** Prints the secrets of the first account: once, so also where the start comes to nothing. */
export function introduce(world: World, { email, password, key }: FirstAccount, out: Output): void {
  out.write(
    `\nA first account is ready. This is shown once:\n\n` +
      `  E-mail     ${email}\n  Password   ${password}\n  Test key   ${key}\n\n` +
      `Send a first email (a test key captures it, nothing leaves this machine):\n\n${curl(world, key)}\n`,
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
