/**
 * Writes `dashboard/src/api/generated.ts`: what `/api` takes and answers, and the table of its calls
 * by name, from its OpenAPI document, which is made from the routes themselves. What the public API
 * takes and answers, too, is taken from the client. The calls of the first view are a table in a file
 * of their own, `generated-first.ts`. With `--check` it only says whether the files are what they
 * should be.
 */
import { openApi } from '#faces/api/openapi.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { dashboardRoutes } from '#faces/console/mount.ts'
import { dashboardOpenApi } from '#faces/console/openapi.ts'
import { campaignStates } from '#marketing/campaigns/definition/state-table.ts'
import { contactFieldNames, contactFieldRows } from '#marketing/contacts/fields/contact-fields.ts'
import { importStates } from '#marketing/imports/state-table.ts'
import { sequenceStates } from '#marketing/sequences/definition/state-table.ts'
import { textSizes } from '#marketing/templates/rich-text.ts'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { builtInPlans } from '#tenants/limits/plans.ts'
import { noticedShare, regularShare } from '#tenants/trust/rates.ts'
import {
  type CallShape,
  callsOf,
  componentsOf,
  type Document,
  nameOf,
  typesOf,
  writeGenerated,
} from './openapi-types.ts'

const command = 'node scripts/run.mjs scripts/dashboard-client.ts'
const file = new URL('../dashboard/src/api/generated.ts', import.meta.url)
const firstFile = new URL('../dashboard/src/api/generated-first.ts', import.meta.url)
const heading = `// Generated from the description of /api: do not edit, run ${command}`

/**
 * What the frame, the overview and the door call: all that a browser has to know before the first
 * page shows (dashboard/test/first-view.test.ts reads from what was built that none is missing).
 */
const firstCalls: readonly string[] = [
  'session.create',
  'session.get',
  'signIn.get',
  'signIn.begin',
  'signIn.passkey',
  'signIn.answer',
  'signup.get',
  'signup.resend',
  'user.update',
  'notices.list',
  'project.testClock.get',
  'project.overview.get',
  'project.stream.get',
]

/** Where the types of the public API stand, as the generated file sees it. */
const client = '../../../client/src/generated.ts'

/** `project.emails.get` is the `emails.get` of the public API. */
const publicName = (operationId: string): string =>
  operationId.startsWith('project.') ? operationId.slice('project.'.length) : ''

/** Both files as they should be. */
export function generatedAnswers(): { readonly all: string; readonly first: string } {
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
  const published = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' }) as Document
  const shared = published.components.schemas
  const namesOfPublic = new Set(callsOf(published).map(({ operation }) => operation.operationId))
  const isPublic = ({ operation }: CallShape): boolean =>
    namesOfPublic.has(publicName(operation.operationId))
  const calls = callsOf(document)
  const own = [
    ...componentsOf(document, shared),
    ...calls.filter(call => !isPublic(call)).flatMap(typesOf),
  ]
  const needs = needsOf(routes)
  const isFirst = ({ operation }: CallShape) => firstCalls.includes(operation.operationId)
  const first = calls.filter(isFirst)
  const later = calls.filter(call => !isFirst(call))
  if (first.length !== firstCalls.length) throw new Error('firstCalls names what is not called so')
  const isUsed = (name: string) => own.some(text => new RegExp(`\\b${name}\\b`).test(text))
  const parts = [
    heading,
    importsOf(Object.keys(shared).filter(isUsed)),
    ...own,
    interfaceOf(calls, isPublic),
    `/** Where each call goes, but for those of the first view. */\n${tableOf('laterRoutes', later, needs)}`,
    statesAs(
      'sequenceStates',
      'What a sequence can be, and what may be done in it.',
      sequenceStates,
    ),
    statesAs('importStates', 'What an import can be, and what may be done in it.', importStates),
    ...termsOfAccounts(),
    constantOf(
      'noticedShare',
      'From these shares on, of what has a final result, bounces and complaints are pointed out.',
      noticedShare,
    ),
    constantOf('regularShare', 'From these on, regular sending is paused.', regularShare),
    constantOf('textSizes', 'Sizes of words in pixels, beside that of the text.', textSizes),
    fieldsOfContacts(),
    statesAs(
      'campaignStates',
      'What a campaign can be, and what may be done in it.',
      campaignStates,
    ),
  ]
  const firstTable = `/** Where the calls of the first view go. */\n${tableOf('firstRoutes', first, needs)}`
  return { all: `${parts.join('\n\n')}\n`, first: `${heading}\n\n${firstTable}\n` }
}

const importsOf = (used: readonly string[]): string =>
  [
    `import type * as Api from '${client}'`,
    ...(used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${client}'`]),
  ].join('\n')

/** What each call is given beside the parameters of its path, and what it answers. */
function interfaceOf(calls: readonly CallShape[], isPublic: (call: CallShape) => boolean): string {
  const members = calls.map(call => {
    const { operation, body, query } = call
    const name = isPublic(call) ? `Api.${nameOf(call).slice('Project'.length)}` : nameOf(call)
    const parts = [
      ...(query ? [`query: ${name}Query`] : []),
      ...(body ? [`body: ${name}Body`] : []),
      `answer: ${answerOf(call, name)}`,
    ]
    const line = `  '${operation.operationId}': { ${parts.join('; ')} }`
    return line.length <= 100
      ? line
      : `  '${operation.operationId}': {\n    ${parts.join('\n    ')}\n  }`
  })
  return `/** Every call by its name. */\nexport interface Calls {\n${members.join('\n')}\n}`
}

function answerOf({ kind }: CallShape, name: string): string {
  if (kind === 'list') return `{ data: ${name}Item[]; has_more: boolean }`
  return kind === 'json' ? `${name}Answer` : 'string'
}

type RouteList = ReturnType<typeof dashboardRoutes>

/** Who may change something by a call, where it is not everybody: whoever may send, and so on. */
function needsOf({ own, ofProjects }: RouteList): ReadonlyMap<string, string> {
  const changes = ofProjects.filter(({ method }) => method !== 'GET')
  return new Map([
    ...own
      .filter(({ access, method }) => access in ofAccess && method !== 'GET')
      .map(({ name, access }) => [name, ofAccess[access]!] as const),
    ...changes
      .filter(({ scope }) => scope !== 'read')
      .map(({ name, scope }) => {
        const needs = scope === 'send' ? 'sender' : 'developer'
        return [`project.${name}`, needs] as const
      }),
  ])
}

const ofAccess: Readonly<Record<string, string>> = { developer: 'developer', owner: 'owner' }

function tableOf(
  table: string,
  calls: readonly CallShape[],
  needs: ReadonlyMap<string, string>,
): string {
  const rows = calls.map(call => {
    const { operation, method, path, params, query } = call
    const clash = params.find(param => param === 'body' || query?.properties?.[param] !== undefined)
    if (clash) throw new Error(`${operation.operationId} has two parameters named ${clash}.`)
    const name = operation.operationId
    const who = needs.has(name) ? `, needs: '${needs.get(name)}'` : ''
    return `  '${name}': { method: '${method}', path: '${path}'${who} },`
  })
  return `export const ${table} = {\n${rows.join('\n')}\n} as const`
}

/** What an operator chooses from. */
function termsOfAccounts(): string[] {
  const titles = planNames.map(name => `  ${name}: '${builtInPlans[name].title}',`)
  return [
    `/** Every plan, the smallest first, as people call it. */\nexport const planTitles = {\n${titles.join('\n')}\n} as const`,
    `/** How an account may be paused. */\nexport const pauses = [${pauses.map(one => `'${one}'`).join(', ')}] as const`,
  ]
}

/** What every contact has beside its address, as pages show it. */
function fieldsOfContacts(): string {
  const lines = contactFieldNames.map(name => {
    const { label, kind, offeredIn } = contactFieldRows[name]
    return `  { name: '${name}', ${literal({ kind, label, offeredIn })} },`
  })
  return `/** The fields of every contact beside its address, and where else they are offered. */\nexport const contactFields = [\n${lines.join('\n')}\n] as const`
}

function statesAs(name: string, about: string, table: Readonly<Record<string, object>>): string {
  const lines = Object.entries(table).map(([state, row]) => `  ${state}: { ${literal(row)} },`)
  return `/** ${about} */\nexport const ${name} = {\n${lines.join('\n')}\n} as const`
}

const constantOf = (name: string, about: string, value: object): string =>
  `/** ${about} */\nexport const ${name} = { ${literal(value)} } as const`

/** The members of an object as source, without its braces. */
function literal(value: object): string {
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${JSON.stringify(one)}`)
    .join(', ')
}

if (import.meta.main) {
  const { all, first } = generatedAnswers()
  await writeGenerated(file, all, command)
  await writeGenerated(firstFile, first, command)
}
