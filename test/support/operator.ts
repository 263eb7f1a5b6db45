/** Somebody who runs the installation, signed in to its dashboard. */
import { createAccount } from '#tenants/accounts/accounts.ts'
import { chooseNotices } from '#tenants/accounts/notice-choices.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import type { Called } from './called.ts'
import type { TestService } from './service.ts'

const who = { email: 'operator@office.test', password: 'correct horse battery' }
const dashboardUrl = 'http://dash.test'

/** What a service is started with for its dashboard to be written to. */
export const dashboardSettings = { MALOTE_DASHBOARD_URL: dashboardUrl } as const

/** Calls `/api` of a service as its operator, who is made for it. */
export async function signInOperator(
  service: TestService,
): Promise<(method: string, path: string, body?: object) => Promise<Called>> {
  const { accountId, memberId } = await createAccount(service.world, { ...who, language: 'en' })
  // Else Malote writes of the sign-in, and that letter waits among the mail that a test counts.
  const operator = { accountId, memberId, role: 'owner' } as const
  await chooseNotices(service.world, operator, { letters: { sign_in: false } })
  await changeOperator(service.world.db, accountId, true)
  const headers: Record<string, string> = { origin: dashboardUrl }
  const ask = (method: string, path: string, body?: object) =>
    service.call(method, path, { key: '', headers, ...(body && { body }) })
  const door = await ask('POST', '/api/session', who)
  headers.cookie = door.headers.get('set-cookie')!.split(';')[0]!
  return ask
}
