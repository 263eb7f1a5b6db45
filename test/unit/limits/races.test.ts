/** What there may be only one of, or only so many: many ask for it at once, over two nodes. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Refusal } from '#kernel/base/errors.ts'
import { domainRoutes } from '#sending/domains/routes.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { createProject, deleteProject } from '#tenants/accounts/accounts.ts'
import { callerOf } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, setStage, tally } from './stage.ts'

const database = await testDatabase()
const stage = await setStage(database)
after(() => stage.close())

const routes = [...domainRoutes, ...suppressionRoutes]

/** Calls a route on the node of the number. */
async function ask(customer: Customer, i: number, name: string, body: object): Promise<string> {
  const call = callerOf(stage.worlds[i % 2]!, routes, customer)
  return outcome(async () => String((await call(name, { body })).status))
}

async function outcome(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** As many at once as a node lets in: of more, the last would give up waiting for a connection. */
const maxAtOnce = 200

async function rush(total: number, one: (i: number) => Promise<string>): Promise<string[]> {
  const answers: string[] = []
  let next = 0
  const ask = async (): Promise<void> => {
    while (next < total) answers.push(await one(next++))
  }
  await Promise.all(Array.from({ length: Math.min(total, maxAtOnce) }, ask))
  return answers
}

describe('at once, over two nodes', () => {
  it('60 registrations of one domain by two accounts have one winner', async () => {
    const rivals = [
      await stage.account({ plan: 'scale', trustLevel: 3 }),
      await stage.account({ plan: 'scale', trustLevel: 3 }),
    ]
    const codes = await rush(60, i =>
      ask(rivals[(i >> 1) % 2]!, i, 'domains.create', { name: 'wanted.test' }),
    )
    assert.deepEqual(tally(codes), { 201: 1, domain_exists: 59 })
  })

  it('40 domains on a plan of ten, one of them there already, become ten', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    const codes = await rush(40, i => ask(customer, i, 'domains.create', { name: `n${i}.test` }))
    assert.deepEqual(tally(codes), { 201: 9, domain_limit_reached: 31 })
  })

  it('1,000 additions of one address to the suppression list make one entry', async () => {
    const customer = await stage.account({})
    const body = { email: 'once@there.test', stream: 'all' }
    const codes = await rush(1_000, i => ask(customer, i, 'suppressions.create', body))
    assert.deepEqual(tally(codes), { 201: 1, already_suppressed: 999 })
  })

  it('the deletion of all projects leaves one', async () => {
    const { accountId, projectId } = await stage.account({})
    const projects = [projectId]
    for (let i = 0; i < 19; i++) {
      const made = await createProject(stage.worlds[0], { accountId, name: `P${i}` })
      projects.push(made.id)
    }
    const codes = await rush(20, i =>
      outcome(async () => {
        await deleteProject(stage.worlds[i % 2]!, { accountId, projectId: projects[i]! })
        return 'deleted'
      }),
    )
    assert.deepEqual(tally(codes), { deleted: 19, last_project: 1 })
  })
})
