/** What people see, for frames of the dashboard: a theme before it is saved, and the page of a form. */
import { Type } from 'typebox'
import { type Route, route } from '#kernel/routes/route.ts'
import { formPreview } from '#marketing/forms/form-preview.ts'
import { pageWords, wordPages } from '#marketing/forms/page-words.ts'
import { mustFindForm } from '#marketing/forms/routes.ts'
import { wordsSchema } from '#marketing/forms/settings.ts'
import { themeSchema } from '#marketing/forms/theme-fields.ts'
import { themePreview } from '#marketing/forms/theme-preview.ts'

const preview = route({
  method: 'POST',
  path: '/v1/marketing-settings/theme-preview',
  name: 'marketingSettings.themePreview',
  scope: 'read',
  summary: 'See what people would see with a theme and words',
  description: 'For a sandboxed frame: nothing in it runs, nothing is loaded.',
  body: Type.Object(
    {
      theme: Type.Optional(themeSchema),
      words: Type.Optional(wordsSchema),
      shown: Type.Enum([...wordPages]),
      language: Type.Enum(['pt', 'en']),
    },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: Type.Object({ html: Type.String() }) },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, body }) => ({
    status: 200,
    body: { html: await themePreview(world, tenant.projectId, body) },
  }),
})

const words = route({
  method: 'GET',
  path: '/v1/marketing-settings/words',
  name: 'marketingSettings.words',
  scope: 'read',
  summary: 'List the texts of pages and letters for people, as Malote has them',
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(
        Type.Object({
          name: Type.String(),
          page: Type.Enum([...wordPages]),
          en: Type.String(),
          pt: Type.String(),
        }),
      ),
    }),
  },
  errors: [],
  handle: () => Promise.resolve({ status: 200, body: { data: [...pageWords] } }),
})

const form = route({
  method: 'GET',
  path: '/v1/forms/{id}/preview',
  name: 'forms.preview',
  scope: 'read',
  summary: 'See the page of a form',
  description: 'As it is saved. For a sandboxed frame: nothing in it runs, nothing is loaded.',
  params: Type.Object({ id: Type.String({ description: 'frm_…' }) }),
  query: Type.Object({ language: Type.Enum(['pt', 'en']) }),
  success: { status: 200, schema: Type.Object({ html: Type.String() }) },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async ({ world, tenant, params, query }) => {
    const found = await mustFindForm(world.db, { tenant, params })
    return { status: 200, body: { html: await formPreview(world, found, query.language) } }
  },
})

export const previewRoutes: readonly Route[] = [preview, words, form]
