/** Buttons that a role may not use are not there. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { laterRoutes } from '../../src/api/generated.ts'
import { firstRoutes } from '../../src/api/generated-first.ts'
import { ActionsMenu } from '../../src/ui/actions-menu.tsx'
import { ConfirmButton, DeleteButton } from '../../src/ui/confirm.tsx'
import { AddButton } from '../../src/ui/dialog.tsx'
import { useApiForm } from '../../src/ui/form.tsx'
import { AddLink } from '../../src/ui/links.tsx'
import { May } from '../../src/ui/may.tsx'
import { ApiForm } from '../../src/ui/submission.tsx'
import { answered, serve, show } from './stage.tsx'

const routes = { ...firstRoutes, ...laterRoutes }
const run = async () => {}
function Form() {
  const form = useApiForm('project.topics.create', {
    initial: { name: '' },
    input: ({ name }) => ({ body: { name: { en: name } } }),
  })
  return (
    <ApiForm form={form} action="Save">
      {null}
    </ApiForm>
  )
}

const buttons = (
  <>
    <AddButton call="keys.create" label="Create">
      {() => null}
    </AddButton>
    <DeleteButton call="project.webhooks.delete" what="Hook" about="" run={run} />
    <ConfirmButton call="project.emails.cancel" title="Cancel it" about="" run={run} />
    <May call="operator.queue.retry">
      <button type="button">Retry</button>
    </May>
    <ActionsMenu label="More" acts={[{ label: 'Act', call: 'project.sequences.delete', run }]} />
    <AddLink to="/segments/new" text={{ en: 'Add', pt: '' }} call="project.segments.create" />
    <Form />
    <ConfirmButton title="End session" about="" run={run} />
  </>
)

async function seenBy(role: string): Promise<string[]> {
  const me = { user: { role }, account: { time_zone: 'UTC' }, projects: [] }
  serve(() => ({ body: me }))
  await show(buttons)
  await answered('session')
  screen.getByRole('button', { name: 'End session' })
  return [...document.querySelectorAll('button, a')].map(
    button => button.getAttribute('aria-label') ?? button.textContent,
  )
}

/** Folders whose pages are there for every role; the others are an owner's, the operator's, one's own. */
const ofSending = ['domains', 'webhooks', 'keys', 'projects', 'emails', 'suppressions', 'deleted']
const ofTests = ['inbox', 'start', 'test-clock']
const ofPeople = ['contacts', 'segments', 'topics', 'forms', 'imports', 'consent', 'properties']
const ofLetters = ['campaigns', 'sequences', 'templates', 'letters', 'files', 'audience']
const folders = [...ofSending, ...ofTests, ...ofPeople, ...ofLetters]
const sources = folders.flatMap(folder => {
  const place = new URL(`../../src/features/${folder}/`, import.meta.url)
  return fs.readdirSync(place).map(name => fs.readFileSync(new URL(name, place), 'utf8'))
})
const named = (pattern: RegExp): Set<string> =>
  new Set(sources.flatMap(text => [...text.matchAll(pattern)].map(([, name]) => name!)))

/** Within the form of `project.domains.create`, and of a test email. */
const behindOthers = ['project.domains.claim']

describe('a button', () => {
  it('is there for whoever may make its call, and for nobody else', async () => {
    const all = [
      'Create',
      'Delete Hook',
      'Cancel it',
      'Retry',
      'More',
      'Add',
      'Save',
      'End session',
    ]
    assert.deepEqual(await seenBy('owner'), all)
    assert.deepEqual(await seenBy('developer'), all)
    assert.deepEqual(await seenBy('marketing'), ['Cancel it', 'Retry', 'End session'])
    assert.deepEqual(await seenBy('reader'), ['Retry', 'End session'])
  })

  it('says which call it is for, wherever a page makes one that not every role may', () => {
    // A form asks for itself (ui/form.tsx).
    const made = named(/useChange\(\s*'([\w.]+)'/g)
    const guarded = named(/(?:call=\{?[^}]*?|call: |asking\(\s*|useMay\()["']([\w.]+)["']/g)
    const rows: Readonly<Record<string, { readonly method: string; readonly needs?: string }>> =
      routes
    const bare = [...made].filter(
      name => rows[name]?.needs !== undefined && !guarded.has(name) && !behindOthers.includes(name),
    )
    assert.ok(made.size > 20)
    assert.deepEqual(bare, [])
  })
})
