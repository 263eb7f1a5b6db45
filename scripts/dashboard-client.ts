/**
 * Writes `dashboard/src/api/generated.ts`: what `/api` answers, from its OpenAPI document, which is
 * made from the routes themselves. With `--check` it only says whether the file is what it should
 * be.
 */
import { apiRoutes } from '#faces/api/routes.ts'
import { dashboardRoutes } from '#faces/console/mount.ts'
import { dashboardOpenApi } from '#faces/console/openapi.ts'
import { callsOf, type Document, typesOf, writeGenerated } from './openapi-types.ts'

const command = 'node scripts/run.mjs scripts/dashboard-client.ts'
const file = new URL('../dashboard/src/api/generated.ts', import.meta.url)

/** The whole file as it should be. */
export function generatedAnswers(): string {
  // Described, not served: nothing of these is called.
  const lanes = () => []
  const nothing = { lanes } as never
  const routes = dashboardRoutes({ routes: apiRoutes, metrics: nothing, lanes }, nothing)
  const document = dashboardOpenApi({
    ...routes,
    url: '',
    docsUrl: '',
    version: '',
    cookieName: '',
  }) as Document
  const answers = callsOf(document).map(call => ({ ...call, body: null, query: null }))
  const parts = [
    `// Generated from the description of /api: do not edit, run ${command}`,
    ...answers.flatMap(typesOf),
  ]
  return `${parts.join('\n\n')}\n`
}

if (import.meta.main) await writeGenerated(file, generatedAnswers(), command)
