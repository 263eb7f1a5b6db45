/** The version of a template that a body names. */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import type { Owner } from '../contacts/people/contact.ts'
import { findTemplate, findTemplatePosition, findVersion } from './store.ts'
import type { Template, Version } from './template.ts'

interface Params {
  readonly template: string
  readonly version: string
}

export interface NamedVersion {
  /** null: what was given is no id. */
  readonly id: Uuid | null
  /** null: the published one. */
  readonly version: number | null
  readonly params: Params
}

export const unknown = (param: string): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: { en: 'There is no such template.', pt: 'Não existe este modelo.' },
  })

/** Whether there is one, published or not. Throws Refusal. */
export async function templateMustBe(
  sql: Sql,
  projectId: Uuid,
  { id, param }: { readonly id: Uuid | null; readonly param: string },
): Promise<void> {
  if (id !== null && (await findTemplatePosition(sql, { projectId }, id)) !== null) return
  throw unknown(param)
}

/** Throws Refusal. */
export async function versionNamed(
  sql: Sql,
  owner: Owner,
  { id, version, params }: NamedVersion,
): Promise<Version> {
  const template = id === null ? null : await findTemplate(sql, owner.projectId, id)
  return versionOf(sql, owner, template, { version, params })
}

/** Of a template that was found, or was not, as a mode may use it. Throws Refusal. */
export async function versionOf(
  sql: Sql,
  owner: Owner,
  template: Template | null,
  { version, params }: Pick<NamedVersion, 'version' | 'params'>,
): Promise<Version> {
  if (template === null || template.kind !== 'email') throw unknown(params.template)
  const number = version ?? template.published_version
  if (template.published_version === null || number === null) {
    throw new Refusal('invalid_field', {
      param: params.template,
      why: { en: 'The template is not published.', pt: 'O modelo não está publicado.' },
    })
  }
  if (!(await mayUse(sql, owner, template.id))) {
    throw new Refusal('invalid_field', { param: params.template, why: onlyTested })
  }
  const { projectId } = owner
  const found = number < 2 ** 31 ? await findVersion(sql, projectId, template.id, number) : null
  if (found !== null) return found
  throw new Refusal('invalid_field', {
    param: params.version,
    why: { en: 'There is no such version.', pt: 'Não existe esta versão.' },
  })
}

const onlyTested = {
  en: 'The template is published by a test key alone. Publish it with a live key or in the dashboard.',
  pt: 'O modelo só foi publicado por uma chave de teste. Publique-o com uma chave live ou no painel.',
}

/** Of a step, which was judged when its sequence was published: null where it is not published any more. */
export async function namedVersion(
  sql: Sql,
  projectId: Uuid,
  step: { readonly template_id: string; readonly template_version?: number },
): Promise<Version | null> {
  try {
    return await versionNamed(
      sql,
      { projectId, mode: 'test' },
      {
        id: read('tpl', step.template_id),
        version: step.template_version ?? null,
        params: { template: 'template_id', version: 'template_version' },
      },
    )
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
