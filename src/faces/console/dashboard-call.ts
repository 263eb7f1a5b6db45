/**
 * An endpoint of the dashboard as plain data, beside `Route` of the public API: who may call it is a
 * role instead of a scope, and what its handler gets is a session instead of a key. Serving,
 * checking and the OpenAPI document come from the same lists.
 */

import type { Static, TSchema } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import type { Answer, Route, Scope } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import type { AttemptToken } from '#tenants/identity/attempts.ts'
import type { ClientInfo, Session, SessionToken } from '#tenants/identity/sessions.ts'

/** `open`: without a session, too; `operator…`: hidden from everybody else. */
export type Access = 'open' | 'member' | 'developer' | 'owner' | 'operator' | 'operator_owner'

export interface DashboardCall<Body = unknown, Query = unknown, Params = unknown>
  extends ClientInfo {
  readonly world: World
  readonly language: Language
  readonly requestId: string
  readonly body: Body
  readonly query: Query
  readonly params: Params
  /** The cookie that came along, good or not. */
  readonly token: SessionToken | null
  /** Gives the browser a cookie; null takes it away. */
  readonly setToken: (token: SessionToken | null) => void
  /** The cookie of a browser that has signed in before, good or not. */
  readonly device: string | null
  readonly setDevice: (device: string) => void
  /** The cookie of a sign-in under way, good or not. */
  readonly attempt: AttemptToken | null
  readonly setAttempt: (attempt: AttemptToken | null) => void
}

/** A visit of somebody who is logged in. */
export interface MemberCall<Body = unknown, Query = unknown, Params = unknown>
  extends DashboardCall<Body, Query, Params> {
  readonly session: Session
}

export interface DashboardRoute {
  readonly method: Route['method']
  /** With parameters in braces, below /api: `/sessions/{id}`. */
  readonly path: string
  readonly name: string
  readonly access: Access
  readonly summary: string
  readonly body?: TSchema
  readonly query?: TSchema
  readonly success: Route['success']
  readonly errors: readonly string[]
  /** By which member of its body whoever is at home in another cell is led there. */
  readonly leadsBy?: 'email' | 'token' | 'invitation'
  /** Whether it is found out on the way that somebody is at home in another cell (LedToCell). */
  readonly mayLead?: true
  readonly handle: (visit: MemberCall) => Promise<Answer>
}

type Part<S> = S extends TSchema ? Static<S> : unknown
type RouteDeclaration<B, Q> = Omit<DashboardRoute, 'handle' | 'body' | 'query' | 'access'> & {
  readonly body?: B
  readonly query?: Q
}
/** Every parameter of a path is text. */
type Params = Readonly<Record<string, string>>

/** Declares a route that needs no session. */
export function openRoute<B extends TSchema | undefined, Q extends TSchema | undefined>(
  declared: RouteDeclaration<B, Q> & {
    handle: (visit: DashboardCall<Part<B>, Part<Q>, Params>) => Promise<Answer>
  },
): DashboardRoute {
  return { ...declared, access: 'open' } as unknown as DashboardRoute
}

/** Declares a route for members. */
export function memberRoute<B extends TSchema | undefined, Q extends TSchema | undefined>(
  declared: RouteDeclaration<B, Q> & {
    access?: Exclude<Access, 'open'>
    handle: (visit: MemberCall<Part<B>, Part<Q>, Params>) => Promise<Answer>
  },
): DashboardRoute {
  return { access: 'member', ...declared } as unknown as DashboardRoute
}

/** Throws unless the session may call a route of this access. */
export function checkAccess(session: Session, access: Access): void {
  const { role } = session
  const isDeveloper = role === 'owner' || role === 'developer'
  if (access === 'operator' && !(session.isOperator && isDeveloper)) {
    // Whoever does not run the installation need not know what is here.
    throw new Refusal('route_not_found')
  }
  if (access === 'operator_owner' && !(session.isOperator && role === 'owner')) {
    throw new Refusal('route_not_found')
  }
  if (access === 'developer' && !isDeveloper) throw forbidden(session)
  if (access === 'owner' && role !== 'owner') throw forbidden(session)
}

const scopesOf: Readonly<Record<Session['role'], readonly Scope[]>> = {
  owner: ['send', 'read', 'admin'],
  developer: ['send', 'read', 'admin'],
  marketing: ['send', 'read'],
  reader: ['read'],
}

/** Throws unless the role may do what a key would need this scope for. */
export function checkScope(session: Session, scope: Scope): void {
  if (!scopesOf[session.role].includes(scope)) throw forbidden(session)
}

const forbidden = ({ role }: Session) =>
  new Refusal('insufficient_scope', {
    why: {
      en: `Your role (${roleNames[role].en}) does not allow this. Ask an owner of the account.`,
      pt: `Seu papel (${roleNames[role].pt}) não permite isso. Fale com um proprietário da conta.`,
    },
  })

const roleNames: Readonly<Record<Session['role'], Text>> = {
  owner: { en: 'Owner', pt: 'Proprietário' },
  developer: { en: 'Developer', pt: 'Desenvolvedor' },
  marketing: { en: 'Marketing', pt: 'Marketing' },
  reader: { en: 'Reader', pt: 'Leitor' },
}
