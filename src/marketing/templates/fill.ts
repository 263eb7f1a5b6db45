/** Emails of the API that name a template: rendered when they are taken, so that mistakes are answered. */

import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import {
  type LetterSources,
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  readLetter,
  renderLetter,
  unsubscribeMark,
} from '#sending/content/liquid/render.ts'
import { type EmailBody, limits } from '#sending/intake/schema.ts'
import type { FillTemplate } from '#sending/intake/send.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { propertyFallbacks } from '../contacts/people/reading.ts'
import { readTag } from './draft.ts'
import { draftName, draftVersion } from './draft-version.ts'
import { versionOf } from './named.ts'
import { projectValues } from './project-values.ts'
import { findByAlias, findTemplate } from './store.ts'
import type { Template, Version } from './template.ts'
import {
  chooseLanguage,
  noValue,
  raise,
  readVariables,
  type Tell,
  withFallbacks,
} from './values.ts'

type TemplateChoice = NonNullable<EmailBody['template']>

/** Versions never change: what has been read of one is kept, the least used goes. */
interface ReadVersions {
  get(key: string, read: () => ReadLetter): ReadLetter
}

const maxKept = 200

const readVersions: Part<ReadVersions, unknown> = {
  name: 'template letters',
  make() {
    const kept = new Map<string, ReadLetter>()
    return {
      get(key, read) {
        const letter = kept.get(key) ?? read()
        kept.delete(key)
        kept.set(key, letter)
        if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
        return letter
      },
    }
  },
}

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

export const fillTemplate: FillTemplate = async (call, body, tell = raise) => {
  const { template: named, html, text, ...rest } = body
  if (named === undefined || named === null) return body
  for (const [name, value] of Object.entries({ html, text })) {
    if (value !== undefined && value !== null) tell(refuse(name, besideTemplate))
  }
  const { template, version } = await findNamed(call, named)
  const { draft, letters } = version
  const wanted = named.language == null ? null : readTag(named.language, 'template.language')
  const language = chooseLanguage(Object.keys(letters), wanted, draft.default_language)!
  const variables = readVariables(
    draft.variables,
    named.variables ?? {},
    'template.variables',
    tell,
  )
  const kept = call.world.runtime.get(readVersions, undefined)
  const read = () => readOrRefuse(letters[language]!, named)
  const letter =
    named.version === draftName
      ? read()
      : kept.get(`${template.id} ${version.version} ${language}`, read)
  const rendered = await render(call, letter, { language, variables })
  mustBeComplete(rendered, body, tell)
  const subject = body.subject == null || body.subject === '' ? rendered.subject : body.subject
  if (isLonger(subject, limits.subjectLength)) tell(refuse('subject', longSubject))
  return {
    ...rest,
    subject,
    ...(rendered.html === null ? {} : { html: rendered.html }),
    ...(rendered.text === null ? {} : { text: rendered.text }),
  }
}

/** A version that was published by rules of before must be published again. */
function readOrRefuse(sources: LetterSources, { id }: TemplateChoice): ReadLetter {
  try {
    return readLetter(sources)
  } catch (error) {
    if (!(error instanceof PartFault)) throw error
    throw refuse(id == null ? 'template.alias' : 'template.id', error.fault.text)
  }
}

const besideTemplate: Text = {
  en: 'An email with a template has no {param} of its own.',
  pt: 'Um e-mail com modelo não tem {param} próprio.',
}

const longSubject: Text = {
  en: `With these values the subject has more than ${limits.subjectLength} characters.`,
  pt: `Com estes valores o assunto tem mais de ${limits.subjectLength} caracteres.`,
}

async function findNamed(
  { world, tenant }: TenantWorld,
  { id: idText, alias, version: number }: TemplateChoice,
): Promise<{ readonly template: Template; readonly version: Version }> {
  if (idText == null && alias == null) {
    throw new Refusal('missing_field', { param: 'template.id' })
  }
  if (idText != null && alias != null) {
    throw refuse('template.alias', {
      en: 'Give id or alias, not both.',
      pt: 'Informe id ou alias, não ambos.',
    })
  }
  const { projectId } = tenant
  const param = idText == null ? 'template.alias' : 'template.id'
  const id = idText == null ? null : read('tpl', idText)
  const template =
    alias != null
      ? await findByAlias(world.db, projectId, alias)
      : id === null
        ? null
        : await findTemplate(world.db, projectId, id)
  if (number === draftName && template?.kind === 'email') {
    const call = { world, tenant }
    return {
      template,
      version: await draftVersion(world.db, call, template, 'template.version'),
    }
  }
  const version = await versionOf(world.db, tenant, template, {
    version: typeof number === 'number' ? number : null,
    params: { template: param, version: 'template.version' },
  })
  return { template: template!, version }
}

async function render(
  { world, tenant }: TenantWorld,
  letter: ReadLetter,
  { language, variables }: { readonly language: string; readonly variables: LetterValues },
): Promise<RenderedLetter> {
  const { time_zone: zone } = (variables.contact ?? {}) as { time_zone?: unknown }
  const account = await getAccount(world, tenant.accountId)
  const timeZone =
    typeof zone === 'string' && isTimeZone(zone) ? zone : (account?.timeZone ?? 'UTC')
  const values = {
    ...(await projectValues(world, tenant, timeZone)),
    ...withFallbacks(variables, await propertyFallbacks(world.db, tenant.projectId)),
  }
  try {
    return renderLetter(letter, values, { language, timeZone })
  } catch (error) {
    if (error instanceof PartFault) throw refuse('template.variables', error.fault.text)
    throw error
  }
}

/** No letter with a hole. */
function mustBeComplete(
  { missing, html, text }: RenderedLetter,
  { stream }: EmailBody,
  tell: Tell,
): void {
  const hasMark = [html, text].some(part => part?.includes(unsubscribeMark))
  // Only marketing mail gets a link of its own for each recipient.
  const names = hasMark && stream !== 'marketing' ? ['unsubscribe_url', ...missing] : missing
  for (const name of names) {
    tell(new Refusal('missing_field', { param: `template.variables.${name}`, why: noValue }))
  }
}
