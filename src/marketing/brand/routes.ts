/** The endpoint that proposes a brand from a website. */
import { Type } from 'typebox'
import { type Route, route } from '#kernel/routes/route.ts'
import { tryOnce } from '#tenants/identity/throttle.ts'
import { brandOf } from './brand.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

const propose = route({
  method: 'POST',
  path: '/v1/marketing-settings/brand',
  name: 'marketingSettings.brand',
  scope: 'admin',
  changes: 'nothing',
  summary: 'Propose a brand from a website',
  description:
    'Visits the page and proposes what a theme may hold. Nothing is stored: upload the logo with POST /v1/files and write the theme with PATCH /v1/marketing-settings if you agree. Redirects are followed up to four times; no internal address is visited. 30 visits an hour for each account.',
  body: Type.Object(
    { url: Type.String({ maxLength: 2_000, description: 'https:// is put before a mere name.' }) },
    { additionalProperties: false },
  ),
  success: {
    status: 200,
    schema: Type.Object(
      {
        url: Type.String({ description: 'Of the page, after redirects.' }),
        name: orNull,
        logo: Type.Union([
          Type.Object({
            filename: Type.String(),
            content_type: Type.String(),
            data: Type.String({ description: 'Base64.' }),
            width: Type.Integer(),
            height: Type.Integer(),
          }),
          Type.Null(),
        ]),
        color: Type.Union([Type.String(), Type.Null()], { description: '#rrggbb, as of a theme.' }),
        colors: Type.Array(Type.String(), {
          description: 'Those that stand out, `color` first, at most five.',
        }),
        background: orNull,
        font: Type.Union([Type.Enum(['system', 'serif', 'mono']), Type.Null()], {
          description: 'The nearest that a theme can have.',
        }),
        fonts: Type.Array(Type.String(), { description: 'As the page names them.' }),
      },
      { $id: 'BrandProposal' },
    ),
  },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, body }) => {
    const { accountId } = tenant
    await tryOnce(world, [['brand', accountId]])
    return { status: 200, body: await brandOf(world, { accountId, url: body.url }) }
  },
})

export const brandRoutes: readonly Route[] = [propose]
