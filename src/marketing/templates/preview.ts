/** Looking at a letter before anybody gets it. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { bodyBytes, route, type TenantWorld } from '#kernel/routes/route.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import { PartFault, readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { propertyFallbacks } from '../contacts/people/reading.ts'
import { readContact } from '../contacts/people/store.ts'
import { readTag } from './draft.ts'
import { draftName } from './draft-version.ts'
import { lettersOf } from './letters.ts'
import { projectValues } from './project-values.ts'
import { judgeDraft } from './publish.ts'
import { findingShape, showFindings } from './shown-findings.ts'
import { findTemplate, findVersion } from './store.ts'
import type { Draft, Template, VersionLetters } from './template.ts'
import { chooseLanguage, contactValues, readVariables, withFallbacks } from './values.ts'

const idParams = Type.Object({ id: Type.String({ description: 'tpl_…' }) })

const previewBody = Type.Object(
  {
    language: Type.Optional(Type.String({ maxLength: 35 })),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    contact_id: Type.Optional(Type.String({ description: 'con_…, whose values are taken.' })),
    version: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(draftName)], {
        description: 'Absent: the draft.',
      }),
    ),
  },
  { additionalProperties: false },
)

const previewShape = Type.Object(
  {
    language: Type.String({ description: 'Of the variant that was chosen.' }),
    subject: Type.String(),
    preheader: Type.Union([Type.String(), Type.Null()]),
    html: Type.Union([Type.String(), Type.Null()]),
    text: Type.Union([Type.String(), Type.Null()]),
    bytes: Type.Integer({ description: 'Of the html; Gmail cuts letters over 102,400.' }),
    missing: Type.Array(Type.String(), { description: 'Names without value and fallback.' }),
  },
  { $id: 'TemplatePreview' },
)

async function mustFind({ world, tenant }: TenantWorld, text: string): Promise<Template> {
  return findNamed('tpl', text, id => findTemplate(world.db, tenant.projectId, id))
}

interface PreviewChoice {
  readonly draft: Draft
  readonly letters: VersionLetters
}

async function chosenVersion(
  { world, tenant }: TenantWorld,
  { id, draft }: Template,
  version: number | typeof draftName | null,
): Promise<PreviewChoice> {
  if (version === null || version === draftName) {
    return {
      draft,
      letters: await lettersOf({ sql: world.db, world, owner: tenant }, draft),
    }
  }
  const found =
    version < 2 ** 31 ? await findVersion(world.db, tenant.projectId, id, version) : null
  if (found === null) throw new Refusal('invalid_field', { param: 'version' })
  return found
}

/** What is declared as a sample stands for what the call does not give. */
function sampled(draft: Draft, given: Readonly<Record<string, unknown>>): LetterValues {
  const samples = draft.variables.map(one => ({
    ...one,
    required: false,
    fallback: one.sample ?? one.fallback,
  }))
  return readVariables(samples, given, 'variables')
}

async function contactOf(
  { world, tenant }: TenantWorld,
  text: string | null,
): Promise<LetterValues | null> {
  if (text === null) return null
  const id = read('con', text)
  const contact = id === null ? null : await readContact(world.db, tenant, id)
  if (contact === null) {
    throw new Refusal('invalid_field', {
      param: 'contact_id',
      why: { en: 'There is no such contact.', pt: 'Não existe este contato.' },
    })
  }
  return contactValues(contact, await propertyFallbacks(world.db, tenant.projectId))
}

export const previewRoute = route({
  method: 'POST',
  path: '/v1/templates/{id}/preview',
  name: 'templates.preview',
  maxBodyBytes: bodyBytes.letters,
  scope: 'read',
  summary: 'Look at a letter of a template',
  description: 'With samples for variables that are not given; nothing is sent.',
  params: idParams,
  body: previewBody,
  success: { status: 200, schema: previewShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const body = (call.body ?? {}) as Partial<Record<keyof typeof call.body, unknown>>
    const template = await mustFind(call, call.params.id)
    const { draft, letters } = await chosenVersion(
      call,
      template,
      (body.version as number | typeof draftName | null | undefined) ?? null,
    )
    const given = (body.language as string | null | undefined) ?? null
    const contact = await contactOf(call, (body.contact_id as string | null | undefined) ?? null)
    const hers = (contact?.language as string | null | undefined) ?? null
    const wanted = given === null ? hers : readTag(given, 'language')
    const language = chooseLanguage(Object.keys(letters), wanted, draft.default_language)
    if (language === null) throw new Refusal('invalid_field', { param: 'language' })
    const own = sampled(draft, (body.variables as Record<string, unknown> | null) ?? {})
    const { world, tenant } = call
    const account = await getAccount(world, tenant.accountId)
    const timeZone = (contact?.time_zone as string | undefined) ?? account?.timeZone ?? 'UTC'
    const values = {
      ...(await projectValues(world, tenant, timeZone)),
      ...(contact === null
        ? withFallbacks(own, await propertyFallbacks(world.db, tenant.projectId))
        : { ...own, contact }),
    }
    const rendered = rendering(language, () =>
      renderLetter(readLetter(letters[language]!), values, { language, timeZone }),
    )
    const { subject, preheader, html, missing } = rendered
    const text = rendered.text ?? madeText({ html }, world.settings)
    return {
      status: 200,
      body: {
        language,
        subject,
        preheader,
        html,
        text,
        bytes: Buffer.byteLength(html ?? ''),
        missing: [...missing],
      },
    }
  },
})

/** What takes too much is the template's fault. */
function rendering<T>(language: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PartFault)) throw error
    throw new Refusal('invalid_field', {
      param: `variants.${language}.${error.part}`,
      why: error.fault.text,
    })
  }
}

export const checkRoute = route({
  method: 'POST',
  path: '/v1/templates/{id}/check',
  name: 'templates.check',
  maxBodyBytes: bodyBytes.letters,
  scope: 'read',
  summary: 'See all findings on the draft of a template',
  params: idParams,
  success: {
    status: 200,
    schema: Type.Object({ ok: Type.Boolean(), checks: Type.Array(findingShape) }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const template = await mustFind(call, call.params.id)
    const findings = await judgedOrRefused(call, template)
    const ok = findings.every(one => one.level !== 'error')
    return { status: 200, body: { ok, checks: showFindings(findings, call.language) } }
  },
})

async function judgedOrRefused({ world, tenant }: TenantWorld, template: Template) {
  try {
    return (await judgeDraft(world.db, { world, tenant }, template)).findings
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, param, text } = error
    const about = param === undefined ? {} : { param }
    return [{ code, level: 'error' as const, ...about, message: text }]
  }
}
