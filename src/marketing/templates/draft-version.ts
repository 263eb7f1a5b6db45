/** A draft sent as if it were published: in test mode, where it is tried before anybody publishes it. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Compiling } from './mjml.ts'
import { type NamedVersion, unknown } from './named.ts'
import { judgeDraft } from './publish.ts'
import { findTemplate } from './store.ts'
import type { Template, Version } from './template.ts'

/** What stands for the number of a version. */
export const draftName = 'draft'

interface Call {
  readonly world: Compiling
  readonly tenant: Tenant
}

/** Of the template with this id. Throws Refusal. */
export async function draftNamed(
  sql: Sql,
  call: Call,
  { id, params }: Pick<NamedVersion, 'id' | 'params'>,
): Promise<Version> {
  const template = id === null ? null : await findTemplate(sql, call.tenant.projectId, id)
  if (template === null || template.kind !== 'email') throw unknown(params.template)
  return draftVersion(sql, call, template, params.version)
}

/** Throws Refusal, which names `param`: in live mode, and where it could not be published. */
export async function draftVersion(
  sql: Sql,
  { world, tenant }: Call,
  template: Template,
  param: string,
): Promise<Version> {
  if (tenant.mode !== 'test') {
    throw new Refusal('invalid_field', {
      param,
      why: {
        en: 'A draft is sent in test mode only. Publish the template.',
        pt: 'Um rascunho só é enviado no modo de teste. Publique o modelo.',
      },
    })
  }
  const { letters, findings } = await judgeDraft(sql, { world, tenant }, template).catch(error => {
    throw error instanceof Refusal ? error.of(param) : error
  })
  const wrong = findings.find(one => one.level === 'error')
  if (wrong !== undefined) throw new Refusal('invalid_field', { param, why: wrong.message })
  return { version: 0, draft: template.draft, letters, published_at: new Date(world.clock.now()) }
}
