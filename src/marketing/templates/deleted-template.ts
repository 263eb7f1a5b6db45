/** A template that was deleted, put back with its versions, if nothing has its alias by now. */
import { Refusal } from '#kernel/base/errors.ts'
import type { DeletedNoun } from '#platform/lifecycle/deleted-noun.ts'
import { countTemplates, findByAlias, lockTemplates } from './store.ts'

/** Of a project. */
export const maxTemplates = 2_000

export const tooManyTemplates = new Refusal('invalid_field', {
  why: {
    en: `A project has at most ${maxTemplates} templates.`,
    pt: `Um projeto tem no máximo ${maxTemplates} modelos.`,
  },
})

const aliasTaken = (alias: string) =>
  new Refusal('invalid_field', {
    param: 'id',
    why: {
      en: `Another template has the alias ${alias} by now: change or delete that one first.`,
      pt: `Outro modelo já tem o alias ${alias}: altere ou exclua esse antes.`,
    },
  })

export const templateNoun: DeletedNoun = {
  kind: 'template',
  prefix: 'tpl',
  tables: [
    { table: 'templates', by: 'id' },
    { table: 'template_versions', by: 'template_id' },
  ],
  isSealed: false,
  wanted: 'alias',
  async mustHaveRoom(tx, _world, { projectId, wanted: alias }) {
    await lockTemplates(tx, projectId)
    if ((await countTemplates(tx, { projectId, mode: 'live' })) >= maxTemplates) {
      throw tooManyTemplates
    }
    if (alias !== null && (await findByAlias(tx, projectId, alias)) !== null) {
      throw aliasTaken(alias)
    }
  },
  taken: aliasTaken,
}
