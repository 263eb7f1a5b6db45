/** Making a version of a draft, which never changes any more. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { LiquidFault } from '#sending/content/liquid/ast.ts'
import { parseLiquid } from '#sending/content/liquid/parse.ts'
import { placed } from '#sending/content/liquid/places.ts'
import { eachOutput } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'
import { usableFallbacks } from '../contacts/people/reading.ts'
import { countWithout } from '../contacts/people/store.ts'
import { type Finding, findingsOf } from './findings.ts'
import { bodyName, hasBody, lettersOf, readLetters } from './letters.ts'
import type { Compiling } from './mjml.ts'
import { insertVersion, markChanged, updateTemplate } from './store.ts'
import type { Draft, Template, Variant, VersionLetters } from './template.ts'

/** Whose names and layouts are meant, and what compiles. */
interface Judge {
  readonly world: Compiling
  readonly tenant: Tenant
}

interface JudgedDraft {
  readonly letters: VersionLetters
  readonly findings: readonly Finding[]
}

/** Throws Refusal where it cannot even be read; `readLetter` reads what was published before. */
export async function judgeDraft(
  sql: Sql,
  { world, tenant }: Judge,
  { draft, kind }: Pick<Template, 'draft' | 'kind'>,
  read: typeof readWritten = readWritten,
): Promise<JudgedDraft> {
  mustBeWhole(draft, kind)
  const letters = await lettersOf({ sql, world, owner: tenant }, draft)
  if (kind === 'layout') contentMustBeText(letters, draft)
  const fallbacks = await usableFallbacks(sql, tenant)
  const findings = await findingsOf({
    draft,
    letters: readLetters(kind === 'layout' ? withoutContent(letters) : letters, draft, read),
    sources: letters,
    known: {
      properties: new Set(fallbacks.keys()),
      withFallback: new Set(
        [...fallbacks].flatMap(([key, value]) => (value === null ? [] : [key])),
      ),
    },
    countWithout: name => countWithout(sql, tenant, name),
  })
  // A layout has no subject of its own.
  const about = kind === 'layout' ? findings.filter(one => one.level === 'error') : findings
  return { letters, findings: about }
}

/** What comes to stand there is HTML. */
function contentMustBeText(letters: VersionLetters, { variants }: Draft): void {
  for (const [language, { html }] of Object.entries(letters)) {
    if (!isAmongText(html ?? '')) throw noPlace(language, variants[language]!)
  }
}

function isAmongText(html: string): boolean {
  let isText = true
  try {
    eachOutput(placed(parseLiquid(html)), node => {
      const { initial } = node.value
      const isContent = initial.kind === 'path' && initial.path.join('.') === 'content'
      isText &&= !isContent || node.place === 'text'
      return node
    })
  } catch (error) {
    if (error instanceof LiquidFault) return false
    throw error
  }
  return isText
}

const noPlace = (language: string, variant: Variant): Refusal =>
  new Refusal('invalid_field', {
    param: `variants.${language}.${bodyName(variant)}`,
    why: {
      en: 'A layout has one place {{ content }}, in its text.',
      pt: 'Um layout tem um lugar {{ content }}, no texto.',
    },
  })

/** Its place is filled with what has been read before. */
const withoutContent = (letters: VersionLetters): VersionLetters =>
  Object.fromEntries(
    Object.entries(letters).map(([language, one]) => [
      language,
      { ...one, html: one.html?.replace(/\{\{-?\s*content\s*-?\}\}/, '') ?? null },
    ]),
  )

function mustBeWhole(
  { variants, default_language: language }: Draft,
  kind: Template['kind'],
): void {
  const names = Object.keys(variants)
  if (names.length === 0) throw new Refusal('missing_field', { param: 'variants' })
  if (!names.includes(language)) {
    throw new Refusal('missing_field', { param: `variants.${language}` })
  }
  for (const [name, variant] of Object.entries(variants)) mustHaveBody(variant, name, kind)
}

function mustHaveBody(variant: Variant, name: string, kind: Template['kind']): void {
  const { text } = variant
  const body = bodyName(variant)
  const source = variant[body]
  const isText = typeof text === 'string' && text.trim() !== ''
  if (!hasBody(variant) && (kind === 'layout' || !isText)) {
    throw new Refusal('missing_field', { param: `variants.${name}.html` })
  }
  const written = typeof source === 'string' ? source : JSON.stringify(source)
  if (kind === 'layout' && (written.match(/\{\{-?\s*content\s*-?\}\}/g) ?? []).length !== 1) {
    throw noPlace(name, variant)
  }
}

interface Publication {
  readonly version: number
  readonly at: Date
  readonly findings: readonly Finding[]
}

/** The template is locked. Throws Refusal for the first error that is found. */
export async function publish(
  tx: Tx,
  world: Compiling,
  tenant: Tenant,
  template: Template,
): Promise<Publication> {
  const { letters, findings } = await judgeDraft(tx, { world, tenant }, template)
  const wrong = findings.find(one => one.level === 'error')
  if (wrong !== undefined) {
    throw new Refusal('invalid_field', {
      ...(wrong.param === undefined ? {} : { param: wrong.param }),
      why: wrong.message,
    })
  }
  const version = (template.published_version ?? 0) + 1
  const at = new Date(world.clock.now())
  const key: { projectId: Uuid; templateId: Uuid } = {
    projectId: tenant.projectId,
    templateId: template.id,
  }
  await insertVersion(tx, key, { version, draft: template.draft, letters, published_at: at })
  await updateTemplate(tx, tenant.projectId, {
    ...template,
    published_version: version,
    is_changed: false,
    updated_at: at,
  })
  if (template.kind === 'layout') await markChanged(tx, tenant.projectId, template.id)
  return { version, at, findings }
}
