/** The endpoints of forms. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { madeBy } from '#kernel/routes/made-by.ts'
import { readName, takeNames } from '#kernel/routes/names.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import {
  type Call,
  type Caller,
  type Route,
  route,
  type TenantWorld,
} from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { FillTemplate } from '#sending/intake/send.ts'
import { brandRoutes } from '../brand/routes.ts'
import { namesIn } from '../contacts/fields/contact-fields.ts'
import { readNames } from '../contacts/people/reading.ts'
import { writeConfirmLetter } from './confirm-letter.ts'
import { deleteFormCounts } from './counts-store.ts'
import { embedOf } from './embed.ts'
import type { FormWords } from './form-html.ts'
import { formWordsOf } from './form-words.ts'
import { pagesOf } from './look.ts'
import { type GivenPopup, givenPopup, popupScriptOf, readPopup, shownPopup } from './popup.ts'
import { settingsRoutes, withoutEmpty } from './settings.ts'
import {
  deleteForm,
  type Form,
  type FormDefinition,
  findForm,
  findFormPosition,
  listForms,
  lockForms,
  writeForm,
} from './store.ts'

const maxForms = 200
const maxFields = 30

const texts = (maxLength: number) =>
  Type.Object(
    {
      pt: Type.Optional(Type.String({ maxLength })),
      en: Type.Optional(Type.String({ maxLength })),
    },
    { additionalProperties: false },
  )
const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

const name = Type.String({ maxLength: 200 })
const topics = Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: 'top_…' })
/** What a form may ask for that is no property. */
const ownKeys: readonly string[] = namesIn('forms')
const fields = {
  fields: Type.Optional(
    Type.Array(
      Type.Object(
        {
          key: Type.String({ description: `${ownKeys.join(', ')} or properties.KEY.` }),
          label: Type.Optional(texts(200)),
          required: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { maxItems: maxFields },
    ),
  ),
  wording: Type.Optional(texts(5_000)),
  double_opt_in: Type.Optional(
    Type.Boolean({ description: 'Whoever sends the form confirms by a letter; true if absent.' }),
  ),
  redirect_url: Type.Optional(Type.String({ maxLength: 2_000 })),
  thanks: Type.Optional({
    ...texts(1_000),
    description: 'Said on our page to whoever has sent it; a line break begins a paragraph.',
  }),
  confirm_template_id: Type.Optional(
    Type.String({
      description:
        'The letter that asks for the confirmation: a published template with the variable confirm_url.',
    }),
  ),
  allowed_origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 50,
      description: 'Of pages that may hold the form; none: any.',
    }),
  ),
  popup: Type.Optional(givenPopup),
  style: Type.Optional(
    Type.Object(
      {
        color: Type.Optional(colour),
        background: Type.Optional(colour),
        logo: Type.Optional(Type.String({ maxLength: 2_000 })),
      },
      { additionalProperties: false },
    ),
  ),
  enabled: Type.Optional(Type.Boolean()),
}

const shape = Type.Object(
  {
    id: Type.String({ description: 'frm_…' }),
    name,
    topics: Type.Array(Type.String()),
    fields: Type.Array(
      Type.Object({ key: Type.String(), label: texts(200), required: Type.Boolean() }),
    ),
    wording: texts(5_000),
    double_opt_in: Type.Boolean(),
    redirect_url: Type.Union([Type.String(), Type.Null()]),
    thanks: texts(1_000),
    confirm_template_id: Type.Union([Type.String(), Type.Null()]),
    allowed_origins: Type.Array(Type.String()),
    style: Type.Object({
      color: Type.Optional(Type.String()),
      background: Type.Optional(Type.String()),
      logo: Type.Optional(Type.String()),
    }),
    enabled: Type.Boolean(),
    url: Type.String({ description: 'Of the page of the form.' }),
    embed: Type.String({
      description: 'The form as html, to be copied into any page, in the language of the project.',
    }),
    embeds: Type.Object(
      { pt: Type.String(), en: Type.String() },
      { description: 'The same in each language.' },
    ),
    script: Type.String({
      description: 'Beside it, if wanted: what is sent then needs no second page. At most 3 KB.',
    }),
    ...shownPopup,
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Form' },
)

/** How forms are shown, now that their topics have these names. */
async function shower(sql: Sql, { world, tenant }: TenantWorld) {
  const { projectId } = tenant
  const wordsIn = await formWordsOf(sql, projectId, await pagesOf(sql, projectId))
  const words = { pt: wordsIn('pt'), en: wordsIn('en') }
  return (form: Form) =>
    showForm(world.settings.MALOTE_BASE_URL, form, { words, language: tenant.projectLanguage })
}

interface Shower {
  readonly words: Readonly<Record<Language, FormWords>>
  readonly language: Language
}

function showForm(baseUrl: string, form: Form, { words, language }: Shower) {
  const { definition } = form
  const url = `${baseUrl}/f/${show('frm', form.id)}`
  const embeds = {
    pt: embedOf(url, definition, words.pt),
    en: embedOf(url, definition, words.en),
  }
  return {
    id: show('frm', form.id),
    name: form.name,
    topics: definition.topics.map(id => show('top', id)),
    fields: definition.fields,
    wording: definition.wording,
    double_opt_in: definition.double_opt_in,
    redirect_url: definition.redirect_url,
    thanks: definition.thanks ?? {},
    confirm_template_id: definition.confirm_template_id
      ? show('tpl', definition.confirm_template_id)
      : null,
    allowed_origins: definition.allowed_origins,
    style: definition.style,
    enabled: form.enabled,
    url,
    embed: embeds[language],
    embeds,
    script: `<script src="${baseUrl}/f/form.js" async></script>`,
    popup: definition.popup ?? null,
    popup_script: popupScriptOf(url, words[language].say),
    created_at: form.created_at.toISOString(),
  }
}

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

interface FormBody {
  readonly name?: string | undefined
  readonly topics?: readonly string[] | undefined
  readonly fields?:
    | readonly {
        readonly key: string
        readonly label?: { pt?: string; en?: string } | undefined
        readonly required?: boolean | undefined
      }[]
    | undefined
  readonly wording?: { pt?: string; en?: string } | undefined
  readonly double_opt_in?: boolean | undefined
  readonly redirect_url?: string | undefined
  readonly thanks?: { pt?: string; en?: string } | undefined
  readonly confirm_template_id?: string | undefined
  readonly allowed_origins?: readonly string[] | undefined
  readonly popup?: GivenPopup | null | undefined
  readonly style?: { color?: string; background?: string; logo?: string } | undefined
  readonly enabled?: boolean | undefined
}

const empty: FormDefinition = {
  topics: [],
  fields: [],
  wording: {},
  double_opt_in: true,
  redirect_url: null,
  thanks: {},
  allowed_origins: [],
  style: {},
}

/** What a body makes of a definition. Throws Refusal for the first that is wrong. */
async function define(
  sql: Sql,
  call: Caller,
  before: FormDefinition,
  body: FormBody,
): Promise<FormDefinition> {
  const { projectId } = call.tenant
  // Whoever makes or changes a form publishes it.
  const names = await readNames(sql, { projectId, mode: madeBy(call) })
  const ids = body.topics?.map((text, i) => {
    const id = read('top', text)
    if (id !== null && names.topics.has(id)) return id
    throw refuse(`topics[${i}]`, { en: 'There is no such topic.', pt: 'Não existe este tópico.' })
  })
  body.fields?.forEach((field, i) => {
    const isOwn = ownKeys.includes(field.key)
    const key = field.key.startsWith('properties.') ? field.key.slice('properties.'.length) : null
    if (!isOwn && (key === null || !names.properties.has(key))) {
      throw refuse(`fields[${i}].key`, {
        en: `A form asks for ${ownKeys.join(', ')} or a contact property.`,
        pt: `Um formulário pede ${ownKeys.join(', ')} ou uma propriedade de contato.`,
      })
    }
    if (body.fields!.findIndex(one => one.key === field.key) < i) {
      throw refuse(`fields[${i}].key`, {
        en: 'A form asks for each field once.',
        pt: 'Um formulário pede cada campo uma só vez.',
      })
    }
  })
  body.allowed_origins?.forEach((origin, i) => {
    if (URL.parse(origin)?.origin !== origin) {
      throw refuse(`allowed_origins[${i}]`, {
        en: '{param} must be an origin such as https://shop.example.',
        pt: '{param} deve ser uma origem, como https://loja.example.',
      })
    }
  })
  mustBeUrl(body.redirect_url, 'redirect_url', ['https:', 'http:'])
  mustBeUrl(body.style?.logo, 'style.logo', ['https:'])
  return {
    topics: ids === undefined ? before.topics : [...new Set(ids)],
    fields:
      body.fields?.map(({ key, label = {}, required = false }) => ({ key, label, required })) ??
      before.fields,
    wording: body.wording ?? before.wording,
    double_opt_in: body.double_opt_in ?? before.double_opt_in,
    redirect_url: urlOf(body.redirect_url, before.redirect_url),
    thanks: body.thanks ?? before.thanks ?? {},
    confirm_template_id:
      body.confirm_template_id === ''
        ? null
        : (read('tpl', body.confirm_template_id ?? '') ?? before.confirm_template_id ?? null),
    allowed_origins: body.allowed_origins ?? before.allowed_origins,
    popup: body.popup === undefined ? (before.popup ?? null) : readPopup(body.popup),
    style: body.style === undefined ? before.style : withoutEmpty(body.style),
  }
}

/** Before the transaction, since it is rendered to see whether it can be. Throws Refusal. */
async function mustConfirm(
  { world, tenant, body }: Pick<Call<FormBody>, 'world' | 'tenant' | 'body'>,
  fill: FillTemplate,
): Promise<void> {
  const { confirm_template_id: given } = body
  if (given == null || given === '') return
  const param = 'confirm_template_id'
  const templateId = read('tpl', given)
  const unknown = { en: 'There is no such template.', pt: 'Não existe este modelo.' }
  if (templateId === null) throw refuse(param, unknown)
  const call = { world, tenant }
  const language = tenant.projectLanguage
  const letter = await writeConfirmLetter({ call, fill, templateId, language }).catch(error => {
    if (!(error instanceof Refusal)) throw error
    throw refuse(param, error.text)
  })
  if (letter !== null) return
  throw refuse(param, {
    en: 'The email does not lead to the confirmation: its html and text need {{ confirm_url }}.',
    pt: 'A mensagem não leva à confirmação: o html e o texto precisam de {{ confirm_url }}.',
  })
}

function mustBeUrl(text: string | undefined, param: string, protocols: readonly string[]): void {
  if (text === undefined || text === '') return
  const protocol = URL.parse(text)?.protocol
  if (protocol !== undefined && protocols.includes(protocol)) return
  throw refuse(param, { en: '{param} must be a URL.', pt: '{param} deve ser uma URL.' })
}

/** As a browser reads it: without line breaks, and encoded. An empty text is none. */
function urlOf(given: string | undefined, before: string | null): string | null {
  if (given === undefined) return before
  return given === '' ? null : new URL(given).href
}

/** Throws Refusal where another has the name; else those that stand aside. */
const takeName = (tx: Tx, call: Caller & Pick<Call, 'world'>, all: readonly Form[], one: Form) =>
  takeNames(tx, call, {
    all,
    one,
    namesOf: form => [form.name],
    taken: () => nameTaken,
    rename: (form, renamed) =>
      writeForm(tx, { ...form, name: renamed(form.name) }, new Date(call.world.clock.now())),
  })

const nameTaken = refuse('name', {
  en: 'Another form of the project has this name.',
  pt: 'Outro formulário do projeto tem este nome.',
})

const create = (fill: FillTemplate): Route =>
  route({
    method: 'POST',
    path: '/v1/forms',
    name: 'forms.create',
    scope: 'admin',
    changes: { makes: 'frm' },
    summary: 'Create a form',
    description: 'Its page is at /f/{id}; its html may be copied into any page.',
    body: Type.Object({ name, topics, ...fields }, { additionalProperties: false }),
    success: { status: 201, schema: shape },
    errors: ['missing_field', 'invalid_field'],
    handle: async call => {
      const { world, tenant, body } = call
      await mustConfirm({ ...call, tenant: { ...call.tenant, mode: madeBy(call) } }, fill)
      return call.commit(async tx => {
        const forms = await lockForms(tx, tenant.projectId)
        const form: Form = {
          project_id: tenant.projectId,
          id: world.ids.next(),
          name: readName(body.name),
          definition: await define(tx, call, empty, body),
          enabled: body.enabled ?? true,
          created_at: new Date(world.clock.now()),
        }
        const aside = await takeName(tx, call, forms, form)
        if (forms.length - aside.size >= maxForms) {
          throw new Refusal('invalid_field', {
            why: {
              en: `A project has at most ${maxForms} forms.`,
              pt: `Um projeto tem no máximo ${maxForms} formulários.`,
            },
          })
        }
        await writeForm(tx, form, form.created_at)
        const shown = await shower(tx, call)
        return { status: 201, body: shown(form) }
      })
    },
  })

const list = route({
  method: 'GET',
  path: '/v1/forms',
  name: 'forms.list',
  scope: 'read',
  summary: 'List forms',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(shape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const shown = await shower(world.db, { world, tenant })
    const body = await listPage(world, {
      page: query,
      prefix: 'frm',
      find: id => findFormPosition(world.db, tenant, id),
      read: (before, count) => listForms(world.db, tenant.projectId, { before, count }),
      show: shown,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const idParams = Type.Object({ id: Type.String({ description: 'frm_…' }) })
type OneForm = Pick<Call<unknown, unknown, { id: string }>, 'tenant' | 'params'>

export async function mustFindForm(sql: Sql, { tenant, params }: OneForm): Promise<Form> {
  return findNamed('frm', params.id, id => findForm(sql, tenant.projectId, id))
}

const get = route({
  method: 'GET',
  path: '/v1/forms/{id}',
  name: 'forms.get',
  scope: 'read',
  summary: 'Read a form',
  params: idParams,
  success: { status: 200, schema: shape },
  errors: ['resource_not_found'],
  handle: async call => {
    const form = await mustFindForm(call.world.db, call)
    const shown = await shower(call.world.db, call)
    return { status: 200, body: shown(form) }
  },
})

const update = (fill: FillTemplate): Route =>
  route({
    method: 'PATCH',
    path: '/v1/forms/{id}',
    name: 'forms.update',
    scope: 'admin',
    changes: { of: mustFindForm, publishes: () => true },
    summary: 'Change a form',
    params: idParams,
    body: Type.Object(
      { name: Type.Optional(name), topics: Type.Optional(topics), ...fields },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: shape },
    errors: ['missing_field', 'invalid_field', 'resource_not_found'],
    handle: async call => {
      const { world, tenant, body } = call
      await mustConfirm({ ...call, tenant: { ...call.tenant, mode: madeBy(call) } }, fill)
      const form = await world.db.transaction(async tx => {
        const forms = await lockForms(tx, tenant.projectId)
        const before = await mustFindForm(tx, call)
        const after: Form = {
          ...before,
          name: body.name == null ? before.name : readName(body.name),
          definition: await define(tx, call, before.definition, body),
          enabled: body.enabled ?? before.enabled,
        }
        await takeName(tx, call, forms, after)
        await writeForm(tx, after, new Date(world.clock.now()))
        return after
      })
      const shown = await shower(world.db, call)
      return { status: 200, body: shown(form) }
    },
  })

const remove = route({
  method: 'DELETE',
  path: '/v1/forms/{id}',
  name: 'forms.delete',
  scope: 'admin',
  changes: { of: mustFindForm },
  summary: 'Delete a form',
  params: idParams,
  success: deleted,
  errors: ['resource_not_found'],
  handle: async call => {
    await call.world.db.transaction(async tx => {
      const form = await mustFindForm(tx, call)
      await deleteFormCounts(tx, call.tenant.projectId, [form.id])
      await deleteForm(tx, call.tenant.projectId, form.id)
    })
    return { status: 200, body: { id: call.params.id, deleted: true } }
  },
})

export const formRoutes = (fill: FillTemplate): readonly Route[] => [
  create(fill),
  list,
  get,
  update(fill),
  remove,
  ...settingsRoutes,
  ...brandRoutes,
]
