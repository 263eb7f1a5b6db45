/** Browsers that go to an identity provider and come back. */
import assert from 'node:assert/strict'
import type { Sql } from '#kernel/world/db.ts'
import { cookieJar } from '../../support/cookie-jar.ts'
import type { IdentityProvider } from '../../support/identity-provider.ts'
import type { Stage } from './stage.ts'

let visitors = 0

/** A browser with all its cookies, at an address of its own. */
export function newVisitor(stage: Stage, origin = 'http://dash.test') {
  const cookies = cookieJar()
  const from = `10.20.${++visitors >> 8}.${visitors & 255}`
  return {
    jar: cookies.kept,
    async ask(method: string, path: string, body?: object, language = 'en') {
      const answer = await fetch(stage.url + path, {
        method,
        headers: {
          'accept-language': language,
          origin,
          'user-agent': 'Visitor',
          'x-forwarded-for': from,
          cookie: cookies.line(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      cookies.take(answer)
      // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
      const json: any = await answer.json()
      const fault = stage.judge(method, path, answer.status, json)
      if (fault !== null) throw new Error(fault)
      return { status: answer.status, body: json, lines: answer.headers.getSetCookie() }
    },
  }
}
export type Visitor = ReturnType<typeof newVisitor>

/** Begins, goes to the provider, and comes back. */
export async function signIn(provider: IdentityProvider, visitor: Visitor, invitation?: string) {
  const begun = await visitor.ask('POST', '/api/sign-in/provider', invitation ? { invitation } : {})
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const answer = await provider.visit(begun.body.url)
  return finish(visitor, String(answer))
}

export const finish = (visitor: Visitor, answer: string, language = 'en') =>
  visitor.ask('POST', '/api/sign-in/provider/return', { answer }, language)

export const settingsFor = (provider: IdentityProvider, more: Record<string, string> = {}) => ({
  MALOTE_OIDC_ISSUER: provider.issuer,
  MALOTE_OIDC_CLIENT_ID: provider.clientId,
  MALOTE_OIDC_CLIENT_SECRET: provider.clientSecret,
  MALOTE_TRUSTED_PROXIES: '127.0.0.0/8',
  ...more,
})

/** What the audit log says of a member, oldest first. */
export const recordsOf = (db: Sql, target: string) =>
  db.query<{ action: string; actor: string; before: object; after: object }>(
    `select action, actor_type as actor, before, after from audit_records
     where target_id = $1 order by id`,
    [target],
  )
