/**
 * Accounts and their projects, as the operator and the dashboard change them. An account starts on
 * the free plan, in the sandbox (trust level 0), in UTC and in Portuguese, with one project, and
 * with its email as the verified address of its owner (docs/contract.md#the-operators-command).
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { installationLanguage, type Language, languages } from '#kernel/base/languages.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Account, AccountSettings, NewMember, Project } from './account.ts'
import { isTaken } from './address-changes.ts'
import { claimName } from './directory/directory.ts'
import { keysHaveChanged } from './keys.ts'
import { readMemberAddress, readVouchedAddress } from './member-address.ts'
import { checkName } from './names.ts'
import { hashPassword } from './passwords.ts'
import * as store from './store.ts'
import { pauses, planNames } from './terms.ts'

export interface NewAccount extends Partial<AccountSettings> {
  readonly email: string
  /** Absent: the owner cannot log in until a password is set. */
  readonly password?: string
  /** What the owner is called. */
  readonly ownerName?: string
  /** False: the owner has yet to show that the address is theirs. Default true. */
  readonly isVerified?: boolean
}

const defaults: Omit<AccountSettings, 'name' | 'language'> = {
  plan: 'free',
  trustLevel: 0,
  timeZone: 'UTC',
  pause: 'none',
  rate: null,
}

interface MadeAccount {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly memberId: Uuid
}

/** Creates the account with its owner and a first project. */
export async function createAccount(world: World, input: NewAccount): Promise<MadeAccount> {
  const insertAccount = await prepareAccount(world, input)
  const { email: name } = input
  const claim = { kind: 'address', name, taken: () => addressTaken(name) } as const
  return claimName(world, claim, use =>
    world.db.transaction(async tx => {
      await use(tx)
      return insertAccount(tx)
    }),
  )
}

/** Checks and hashes what an account needs; what it returns creates it in a transaction. */
export async function prepareAccount(
  world: World,
  input: NewAccount,
): Promise<(tx: Tx) => Promise<MadeAccount>> {
  const { email: given, password, ownerName = '', isVerified = true, ...settings } = input
  const email = isVerified ? readVouchedAddress(given) : readMemberAddress(given)
  const account: Account = {
    ...defaults,
    language: installationLanguage(world.settings),
    name: email,
    ...withoutAbsent(settings),
    id: world.ids.next(),
    email,
    createdAt: new Date(world.clock.now()),
  }
  // Unasked it is called by its address.
  if (settings.name !== undefined) checkName(settings.name)
  checkSettings(account)
  const owner = {
    passwordHash: password === undefined ? null : await hashPassword(world, password),
    name: ownerName,
    verifiedAt: isVerified ? account.createdAt : null,
  }
  return tx => writeAccount(tx, world, account, owner).catch(refuseTaken(email))
}

function refuseTaken(email: string): (error: unknown) => never {
  return error => {
    if (violatedConstraint(error) === undefined) throw error
    throw addressTaken(email)
  }
}

export const addressTaken = (email: string): Refusal =>
  new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: `The address ${email} is somebody's already, or was until a change that can still be undone (seven days).`,
      pt: `O endereço ${email} já é de alguém, ou era até uma troca que ainda pode ser desfeita (sete dias).`,
    },
  })

async function writeAccount(
  tx: Tx,
  world: World,
  account: Account,
  owner: Pick<NewMember, 'passwordHash' | 'name' | 'verifiedAt'>,
): Promise<MadeAccount> {
  const projectId = world.ids.next()
  const memberId = world.ids.next()
  // In another spelling the address is nothing that the constraint could see.
  if (await isTaken(tx, account.email, { but: null, at: account.createdAt })) {
    throw addressTaken(account.email)
  }
  await store.insertAccount(tx, account)
  await store.addMember(tx, {
    accountId: account.id,
    id: memberId,
    email: account.email,
    ...owner,
    role: 'owner',
    language: account.language,
    createdAt: account.createdAt,
  })
  const { createdAt } = account
  const first = { id: projectId, accountId: account.id, name: 'Default', language: null, createdAt }
  await store.insertProject(tx, first)
  return { accountId: account.id, projectId, memberId }
}

/** The account, or null. */
export function getAccount(world: { readonly db: Sql }, id: Uuid): Promise<Account | null> {
  return store.selectAccount(world.db, id)
}

/** What is to be changed; the rest is left. */
export type AccountChanges = {
  readonly [N in keyof AccountSettings]?: AccountSettings[N] | undefined
}

/**
 * Changes an account in the caller's transaction, which calls `keysHaveChanged` after its commit.
 * Plan, zone, pause and trust have consequences: change them through `trust/settings.ts`.
 */
export async function changeAccount(
  tx: Tx,
  id: Uuid,
  changes: AccountChanges,
): Promise<{ before: Account; after: Account }> {
  const before = await store.lockAccount(tx, id)
  if (!before) throw new Refusal('resource_not_found')
  const wanted = withoutAbsent(changes)
  // Many come for the lock alone.
  if (Object.keys(wanted).length === 0) return { before, after: before }
  const after: Account = { ...before, ...wanted }
  // A name of before, which would be refused today, stands in the way of no other change.
  if (changes.name !== undefined) checkName(changes.name)
  checkSettings(after)
  await store.updateAccount(tx, after)
  return { before, after }
}

/** The account's own addresses (docs/contract.md#quotas): its members' verified ones. */
export function ownAddresses(world: Pick<World, 'db'>, accountId: Uuid): Promise<string[]> {
  return store.selectVerifiedEmails(world.db, accountId)
}

/** Each has rows of its own in many places, and jobs go through them all. */
const maxProjects = 200

const tooManyProjects = () =>
  new Refusal('invalid_field', {
    param: 'name',
    why: {
      en: `An account has at most ${maxProjects} projects. Delete those that are no longer used.`,
      pt: `Uma conta tem no máximo ${maxProjects} projetos. Exclua os que não são mais usados.`,
    },
  })

export async function createProject(
  world: Pick<World, 'db' | 'clock' | 'ids'>,
  input: { readonly accountId: Uuid; readonly name: string; readonly language?: Language },
): Promise<Project> {
  const { accountId } = input
  const name = checkName(input.name)
  const project: Project = {
    id: world.ids.next(),
    accountId,
    name,
    language: input.language ?? null,
    createdAt: new Date(world.clock.now()),
  }
  await world.db.transaction(async tx => {
    if (!(await store.lockAccount(tx, accountId))) throw new Refusal('resource_not_found')
    if ((await store.selectProjects(tx, accountId)).length >= maxProjects) throw tooManyProjects()
    await store.insertProject(tx, project)
  })
  return project
}

export function listProjects(
  world: { readonly db: Sql },
  accountId: Uuid,
): Promise<readonly Project[]> {
  return store.selectProjects(world.db, accountId)
}

/** The ids of an account's projects, in the caller's transaction. */
export async function projectIdsOf(tx: Tx, accountId: Uuid): Promise<Uuid[]> {
  return (await store.selectProjects(tx, accountId)).map(project => project.id)
}

export function getProject(world: { readonly db: Sql }, id: Uuid): Promise<Project | null> {
  return store.selectProject(world.db, id)
}

/** Changes what is named; `language: null` is the account's. */
export async function setProject(
  world: Pick<World, 'db' | 'signals'>,
  project: Project,
  changes: { readonly name?: string | undefined; readonly language?: Language | null | undefined },
): Promise<Project> {
  const name = changes.name === undefined ? project.name : checkName(changes.name)
  const language = changes.language === undefined ? project.language : changes.language
  const after = await store.updateProject(world.db, { ...project, name, language })
  if (after === null) throw new Refusal('resource_not_found')
  keysHaveChanged(world)
  return after
}

/**
 * Marks a project as deleted, which is the end of its keys; refuses the account's only one. What it
 * leaves behind boot/lifecycle.ts takes away, through which one deletes.
 */
export async function deleteProject(
  world: Pick<World, 'db' | 'clock' | 'signals'>,
  input: { readonly accountId: Uuid; readonly projectId: Uuid },
): Promise<void> {
  const at = new Date(world.clock.now())
  await world.db.transaction(async tx => {
    await store.lockAccount(tx, input.accountId)
    const projects = await store.selectProjects(tx, input.accountId)
    const isOne = projects.some(project => project.id === input.projectId)
    if (!isOne) throw new Refusal('resource_not_found')
    if (projects.length === 1) throw new Refusal('last_project')
    await store.markProjectDeleted(tx, input.projectId, at)
  })
  keysHaveChanged(world)
}

/** Deleted projects, whose data may still be there. */
export function listDeletedProjects(sql: Sql): Promise<Uuid[]> {
  return store.selectDeletedProjects(sql)
}

function checkSettings(settings: Omit<AccountSettings, 'name'>): void {
  checkOneOf('plan', settings.plan, planNames)
  checkOneOf('trust_level', settings.trustLevel, [0, 1, 2, 3])
  checkOneOf('language', settings.language, languages)
  checkOneOf('pause', settings.pause, pauses)
  if (!isTimeZone(settings.timeZone)) {
    throw new Refusal('invalid_field', {
      param: 'time_zone',
      why: {
        en: `"${settings.timeZone}" is not a time zone such as America/Sao_Paulo.`,
        pt: `"${settings.timeZone}" não é um fuso horário como America/Sao_Paulo.`,
      },
    })
  }
  const { rate } = settings
  if (rate === null || (Number.isInteger(rate) && rate >= 1 && rate <= 1_000_000)) return
  throw new Refusal('invalid_field', {
    param: 'rate',
    why: {
      en: 'The rate of an account is a whole number of calls per second from 1 to 1000000.',
      pt: 'A taxa de uma conta é um número inteiro de chamadas por segundo, de 1 a 1000000.',
    },
  })
}

function checkOneOf<T extends string | number>(param: string, value: T, allowed: readonly T[]) {
  if (allowed.includes(value)) return
  const list = allowed.join(', ')
  throw new Refusal('invalid_field', {
    param,
    why: { en: `${param} is one of ${list}.`, pt: `${param} é um destes valores: ${list}.` },
  })
}

function withoutAbsent<T extends object>(
  settings: T,
): { [N in keyof T]: Exclude<T[N], undefined> } {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as { [N in keyof T]: Exclude<T[N], undefined> }
}
