/**
 * Plays every file of test/dialogues against the client. A file opens with its sentence, then what
 * is sent (`key: value`; `email:` once per email, its recipients), then the conversation, `C:` what
 * the client must say and `S:` what the server does (`<connect>`, `<close>`, `<reset>`, `<silence>`,
 * `<tls>`; a final backslash leaves the line without its end), then `=` one verdict per recipient.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createBrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { connect } from '#protocol/smtp/client.ts'
import type { QueuedTransaction, TlsRule, TransactionResult } from '#protocol/smtp/verdict.ts'
import { memoryWorld, type Step } from './memory-net.ts'
import { email, to, words } from './outside.ts'

interface Dialogue {
  readonly about: string
  readonly settings: ReadonlyMap<string, string>
  readonly emails: readonly (readonly string[])[]
  readonly steps: readonly Step[]
  readonly verdicts: readonly string[]
}

function read(text: string): Dialogue {
  const settings = new Map<string, string>()
  const emails: string[][] = []
  const steps: Step[] = []
  const verdicts: string[] = []
  const about: string[] = []
  for (const line of text.split('\n')) {
    const [, mark = '', rest = ''] = /^(#|C:|S:|=|[a-z]+:) ?(.*)$/.exec(line) ?? []
    if (mark === '#') about.push(rest)
    else if (mark === 'C:' || mark === 'S:')
      steps.push({ by: mark === 'C:' ? 'C' : 'S', line: rest })
    else if (mark === '=') verdicts.push(rest)
    else if (mark === 'email:') emails.push(rest.split(', '))
    else if (mark !== '') settings.set(mark.slice(0, -1), rest)
    else assert.equal(line, '', `a line that is none: ${line}`)
  }
  return { about: about.join(' '), settings, emails, steps, verdicts }
}

const rules: Record<string, TlsRule> = {
  never: { level: 'never' },
  opportunistic: { level: 'opportunistic' },
  required: { level: 'required', judge: () => null },
}

const folder = new URL('../../dialogues/', import.meta.url)
const files = readdirSync(folder).filter(name => name.endsWith('.smtp'))

describe('a dialogue', () => {
  for (const file of files) {
    const dialogue = read(readFileSync(new URL(file, folder), 'utf8'))
    it(`${file}: ${dialogue.about}`, async () => {
      const world = memoryWorld(dialogue.steps)
      const { settings } = dialogue
      const body = (settings.get('body') ?? 'Subject: hi\\r\\n\\r\\nhello').replaceAll(
        '\\r\\n',
        '\r\n',
      )
      const emails = dialogue.emails.map(recipients =>
        email(`${body}\r\n`, {
          recipients,
          sender: 'b@s.example',
          eightBit: settings.get('eightbit') === 'yes',
          beforeContent: async () => settings.get('lease') !== 'lost',
        }),
      )
      const play = async (): Promise<string[]> => {
        const brokenBdat = createBrokenOffers(world)
        const target = to(25, rules[settings.get('tls') ?? 'never'])
        const opening = await connect(world, { ...target, brokenBdat })
        if (opening.kind === 'failed') {
          return [`${words(opening.verdict)}${opening.nextMx ? ' next' : ''}`]
        }
        const { session } = opening
        const jobs: QueuedTransaction[] = []
        const outcomes = emails.map(
          transaction =>
            new Promise<TransactionResult>((settle, fail) =>
              jobs.push({ transaction, settle, fail }),
            ),
        )
        await session.run(() => jobs.shift())
        await session.quit()
        const spoken = await Promise.all(outcomes.slice(0, outcomes.length - jobs.length))
        return spoken.flatMap(outcome =>
          outcome.verdicts.map(verdict => `${words(verdict)}${outcome.untried ? ' untried' : ''}`),
        )
      }
      assert.deepEqual(await world.play(play()), dialogue.verdicts)
      assert.deepEqual(world.rest, [], 'the dialogue was not played to its end')
      const atLeast = settings.get('minutes')
      if (atLeast) assert.equal(Math.round(world.elapsedMs / 60_000), Number(atLeast))
    })
  }
})
