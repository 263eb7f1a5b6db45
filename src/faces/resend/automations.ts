/** Resend's automations: sequences of ours that begin by events. */
import type { Automation, GetAutomationResponseSuccess } from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Answer, bodyBytes, type Route } from '#kernel/routes/route.ts'
import type { sequenceShape } from '#marketing/sequences/definition/shown.ts'
import { stateOf } from '#marketing/sequences/definition/state-table.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  pageOfChosen,
  type RunOurs,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
  together,
} from './adapter.ts'
import { ourSteps, theirSteps } from './automation-steps.ts'

const path = '/automations/{id}'

type OurSequence = Static<typeof sequenceShape>

/** Steps of ours may be of more types than theirs. */
type WholeAutomation = Omit<GetAutomationResponseSuccess, 'steps' | 'connections'> &
  Record<'steps' | 'connections', readonly object[]>

export const automationRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/automations',
    name: 'automations.create',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    status: 201,
    summary: 'Create an automation, and publish it where it is enabled',
    takesBody: true,
    handle: createAutomation,
  }),
  theirRoute({
    method: 'GET',
    path: '/automations',
    name: 'automations.list',
    scope: 'read',
    summary: 'List automations',
    query: Type.Object({
      ...theirPage,
      status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
    }),
    handle: list,
  }),
  theirRoute({
    method: 'GET',
    path,
    name: 'automations.get',
    scope: 'read',
    summary: 'Read one automation with its steps and connections',
    handle: call => through('sequences.get', call, { params: call.params }, whole),
  }),
  theirRoute({
    method: 'PATCH',
    path,
    name: 'automations.update',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    summary: 'Change an automation, enable or disable it',
    takesBody: true,
    handle: updateAutomation,
  }),
  theirRoute({
    method: 'DELETE',
    path,
    name: 'automations.remove',
    scope: 'admin',
    summary: 'Delete an automation; those inside go out',
    handle: call =>
      through(
        'sequences.delete',
        call,
        { params: call.params, query: { exit: true } },
        ({ id }) => ({
          object: 'automation',
          id,
          deleted: true,
        }),
      ),
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/duplicate`,
    name: 'automations.duplicate',
    scope: 'admin',
    summary: 'Copy an automation as a disabled one',
    handle: call => through('sequences.duplicate', call, { params: call.params, body: {} }, only),
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/stop`,
    name: 'automations.stop',
    scope: 'admin',
    summary: 'Disable an automation: its clock stands still',
    handle: call =>
      together(call, async run => {
        const { id } = await turn(run, call.params.id!, false)
        return { object: 'automation', id, status: 'disabled' }
      }),
  }),
]

const only = ({ id }: Fields): Fields => ({ object: 'automation', id })

async function list(call: Theirs): Promise<Answer> {
  const { status } = call.query
  if (status === undefined) {
    return through('sequences.list', call, { query: pageAsked(call.query) }, listed(summary))
  }
  const isChosen = (one: OurSequence) => summary(one).status === status
  const page = await pageOfChosen(call, 'sequences.list', isChosen)
  return { status: 200, body: listed(summary)(page) }
}

function createAutomation(call: Theirs): Promise<Answer> {
  const { name, status, steps, connections, ...rest } = fieldsOf(call.body)
  const isOn = isEnabled(status)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new Refusal('invalid_field', { param: unknown })
  if (name == null) throw new Refusal('missing_field', { param: 'name' })
  const body = { name, ...withSender(ourSteps(steps, connections)) }
  return together(call, async run => {
    const made = await run('sequences.create', { body })
    if (isOn === true) await turn(run, String(made.id), true)
    return only(made)
  })
}

function updateAutomation(call: Theirs): Promise<Answer> {
  const { name, status, steps, connections, ...rest } = fieldsOf(call.body)
  const isOn = isEnabled(status)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new Refusal('invalid_field', { param: unknown })
  const id = call.params.id!
  return together(call, async run => {
    const before = await run('sequences.get', { params: { id } })
    const isChanged = steps != null || connections != null
    const shown = theirSteps(before)
    if (isChanged && !shown.isWhole) {
      refuseField('steps', {
        en: 'It has steps that Resend has not; change them in Malote.',
        pt: 'Há etapas que o Resend não tem; mude-as no Malote.',
      })
    }
    const body = {
      ...(name == null ? {} : { name }),
      ...(isChanged
        ? withSender(ourSteps(steps ?? shown.steps, connections ?? shown.connections))
        : {}),
    }
    const after = await run('sequences.update', { params: { id }, body })
    // What is enabled goes by what it says.
    if (isChanged && after.status === 'active') {
      await run('sequences.publish', { params: { id }, body: {} })
    }
    if (isOn !== null) await turn(run, id, isOn)
    return only(after)
  })
}

/** Each letter of theirs may say from whom it is; the first one speaks for those that do not. */
function withSender(ours: Fields): Fields {
  const sender = (ours.steps as Fields[]).find(one => one.type === 'email' && one.from != null)
  return sender === undefined ? ours : { ...ours, from: sender.from }
}

function isEnabled(status: unknown): boolean | null {
  if (status === undefined || status === null) return null
  if (status === 'enabled' || status === 'disabled') return status === 'enabled'
  throw new Refusal('invalid_field', { param: 'status' })
}

/** On or off, whatever it was. */
async function turn(run: RunOurs, id: string, isOn: boolean): Promise<Fields> {
  const params = { id }
  const before = await run('sequences.get', { params })
  if (isOn && before.status === 'paused') await run('sequences.resume', { params, body: {} })
  else if (isOn && before.status !== 'active') await run('sequences.publish', { params, body: {} })
  else if (!isOn && before.status === 'active') await run('sequences.pause', { params, body: {} })
  return before
}

const summary = (sequence: OurSequence): Automation => ({
  id: sequence.id,
  name: sequence.name,
  status: stateOf(sequence.status).entry === 'open' ? 'enabled' : 'disabled',
  created_at: sequence.created_at,
  updated_at: sequence.updated_at,
})

function whole(sequence: OurSequence): WholeAutomation {
  const { steps, connections } = theirSteps(sequence)
  return { object: 'automation', ...summary(sequence), steps, connections }
}
