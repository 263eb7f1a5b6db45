/**
 * Writes `dashboard/src/api/generated.ts`: what `/api` takes and answers, and the table of its calls
 * by name, from its OpenAPI document, which is made from the routes themselves. With `--check` it
 * only says whether the file is what it should be.
 */
import { apiRoutes } from '#faces/api/routes.ts'
import { dashboardRoutes } from '#faces/console/mount.ts'
import { dashboardOpenApi } from '#faces/console/openapi.ts'
import { pauses } from '#tenants/accounts/terms.ts'
import { builtInPlans, planNames } from '#tenants/limits/plans.ts'
import {
  type CallShape,
  callsOf,
  type Document,
  nameOf,
  typesOf,
  writeGenerated,
} from './openapi-types.ts'

const command = 'node scripts/run.mjs scripts/dashboard-client.ts'
const file = new URL('../dashboard/src/api/generated.ts', import.meta.url)

/** The whole file as it should be. */
export function generatedAnswers(): string {
  // Described, not served: nothing of these is called.
  const lanes = () => []
  const sentTo = () => new Set<string>()
  const nothing = { lanes } as never
  const routes = dashboardRoutes({ routes: apiRoutes, metrics: nothing, lanes, sentTo }, nothing)
  const document = dashboardOpenApi({
    ...routes,
    url: '',
    docsUrl: '',
    version: '',
    cookieName: '',
  }) as Document
  const calls = callsOf(document)
  const parts = [
    `// Generated from the description of /api: do not edit, run ${command}`,
    ...calls.flatMap(typesOf),
    interfaceOf(calls),
    tableOf(calls),
    ...termsOfAccounts(),
  ]
  return `${parts.join('\n\n')}\n`
}

/** What each call is given (parameters of path and query side by side, the body) and answers. */
function interfaceOf(calls: readonly CallShape[]): string {
  const members = calls.map(call => {
    const { operation, params, body, query } = call
    const name = nameOf(call)
    const fields = params.map(
      param => `${param}: ${param === 'mode' ? `'test' | 'live'` : 'string'}`,
    )
    return [
      `  '${operation.operationId}': {`,
      `    params: ${fields.length === 0 ? 'unknown' : `{ ${fields.join('; ')} }`}`,
      `    query: ${query ? `${name}Query` : 'unknown'}`,
      `    body: ${body ? `${name}Body` : 'undefined'}`,
      `    answer: ${answerOf(call)}`,
      '  }',
    ].join('\n')
  })
  return `/** Every call by its name. */\nexport interface Calls {\n${members.join('\n')}\n}`
}

function answerOf(call: CallShape): string {
  const name = nameOf(call)
  if (call.kind === 'list') return `{ data: ${name}Item[]; has_more: boolean }`
  return call.kind === 'json' ? `${name}Answer` : 'string'
}

function tableOf(calls: readonly CallShape[]): string {
  const rows = calls.map(call => {
    const { operation, method, path, params, query } = call
    const clash = params.find(param => param === 'body' || query?.properties?.[param] !== undefined)
    if (clash) throw new Error(`${operation.operationId} has two parameters named ${clash}.`)
    return `  '${operation.operationId}': { method: '${method}', path: '${path}' },`
  })
  return `/** Where each call goes. */\nexport const routes = {\n${rows.join('\n')}\n} as const`
}

/** What an operator chooses from. */
function termsOfAccounts(): string[] {
  const titles = planNames.map(name => `  ${name}: '${builtInPlans[name].title}',`)
  return [
    `/** Every plan, the smallest first, as people call it. */\nexport const planTitles = {\n${titles.join('\n')}\n} as const`,
    `/** How an account may be paused. */\nexport const pauses = [${pauses.map(one => `'${one}'`).join(', ')}] as const`,
  ]
}

if (import.meta.main) await writeGenerated(file, generatedAnswers(), command)
