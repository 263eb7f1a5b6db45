/** Resend's runs of automations: the ways of people through a sequence. */
import type { AutomationRunItem, AutomationRunStatus, AutomationRunStep } from 'resend'
import { type Static, Type } from 'typebox'
import type { Answer, Route } from '#kernel/routes/route.ts'
import type {
  enrollmentShape,
  enrollmentWithPathShape,
} from '#marketing/sequences/people/shown-enrollment.ts'
import {
  type Fields,
  listed,
  pageAsked,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'
import { theirSteps } from './automation-steps.ts'

const path = '/automations/{id}/runs'

type OurRun = Static<typeof enrollmentShape>

/** What came of a step is said in our words, of which there are more. */
interface WholeRun extends AutomationRunItem {
  readonly object: 'automation_run'
  readonly steps: readonly Record<keyof AutomationRunStep, unknown>[]
}

/** Ours for theirs; a way fails nowhere, it goes another way or ends with a reason. */
const ourStates: Readonly<Record<string, string>> = {
  running: 'inside',
  completed: 'finished',
  cancelled: 'exited',
}
const theirStates: Readonly<Record<OurRun['state'], AutomationRunStatus>> = {
  inside: 'running',
  finished: 'completed',
  exited: 'cancelled',
  cancelled: 'cancelled',
}

export const runRoutes: readonly Route[] = [
  theirRoute({
    method: 'GET',
    path,
    name: 'automations.runs',
    scope: 'read',
    summary: 'List who went through an automation',
    query: Type.Object({ ...theirPage, status: Type.Optional(Type.String()) }),
    handle: list,
  }),
  theirRoute({
    method: 'GET',
    path: `${path}/{enrollment}`,
    name: 'automations.run',
    scope: 'read',
    summary: 'Read what one person went through',
    handle: get,
  }),
]

function list(call: Theirs): Promise<Answer> {
  const { status } = call.query
  const state = status === undefined ? undefined : stateOf(String(status))
  const query = { ...pageAsked(call.query), ...(state === undefined ? {} : { state }) }
  return through('sequences.enrollments', call, { params: call.params, query }, listed(summary))
}

/** One of theirs, for one of ours can be asked for. */
function stateOf(status: string): string {
  const [one = '', ...others] = status.split(',').filter(word => word !== '')
  const state = ourStates[one]
  if (state !== undefined && others.length === 0) return state
  return refuseField('status', {
    en: '{param} must be one of: running, completed, cancelled.',
    pt: '{param} deve ser um destes: running, completed, cancelled.',
  })
}

const summary = (way: OurRun): AutomationRunItem => ({
  id: way.id,
  status: theirStates[way.state],
  started_at: way.entered_at,
  completed_at: way.ended_at,
  created_at: way.entered_at,
})

async function get(call: Theirs): Promise<Answer> {
  const { params } = call
  const sequence = (await through('sequences.get', call, { params: { id: params.id } }))
    .body as Fields
  const { steps } = theirSteps(sequence) as { steps: readonly Fields[] }
  const types = new Map(steps.map(one => [one.key, one.type]))
  return through(
    'sequences.enrollment',
    call,
    { params },
    (way: Static<typeof enrollmentWithPathShape>): WholeRun => ({
      object: 'automation_run',
      ...summary(way),
      steps: way.path.map(visit => ({
        key: visit.step,
        type: types.get(visit.step) ?? null,
        status: visit.outcome,
        started_at: visit.at,
        completed_at: visit.at,
        output: visit.email_id === undefined ? null : { email_id: visit.email_id },
        error: null,
        created_at: visit.at,
      })),
    }),
  )
}
