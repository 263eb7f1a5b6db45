/** The theme as it would look, before it is saved: for the dashboard's frame. */
import { Type } from 'typebox'
import { type Route, route } from '#kernel/routes/route.ts'
import { themeSchema } from '#marketing/forms/theme-fields.ts'
import { themePreview } from '#marketing/forms/theme-preview.ts'

const preview = route({
  method: 'POST',
  path: '/v1/marketing-settings/theme-preview',
  name: 'marketingSettings.themePreview',
  scope: 'read',
  summary: 'See what people would see with a theme',
  description: 'For a sandboxed frame: nothing in it runs, nothing is loaded.',
  body: Type.Object(
    {
      theme: Type.Optional(themeSchema),
      shown: Type.Enum(['form', 'preferences', 'letter']),
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

export const themeRoutes: readonly Route[] = [preview]
