/** The names of a project's things, for the dashboard's palette: what they hold is not read. */
import { Type } from 'typebox'
import { type Prefix, show } from '#kernel/base/ids.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { type NamedKind, selectNames } from './store.ts'

const prefixOf: Readonly<Record<NamedKind, Prefix>> = {
  campaign: 'cmp',
  template: 'tpl',
  sequence: 'seq',
  segment: 'seg',
  form: 'frm',
  domain: 'dom',
}
const kinds = Object.keys(prefixOf) as NamedKind[]

const list = route({
  method: 'GET',
  path: '/v1/names',
  name: 'names.list',
  scope: 'read',
  summary: 'List the names of campaigns, templates, sequences, segments, forms and domains',
  description: 'The newest 100 of each; campaigns are those of the mode.',
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(
        Type.Object({ kind: Type.Enum(kinds), id: Type.String(), name: Type.String() }),
      ),
    }),
  },
  errors: [],
  async handle({ world, tenant }) {
    const rows = await selectNames(world.db, tenant)
    return {
      status: 200,
      body: {
        data: rows.map(({ kind, id, name }) => ({ kind, id: show(prefixOf[kind], id), name })),
      },
    }
  },
})

export const nameRoutes: readonly Route[] = [list]
