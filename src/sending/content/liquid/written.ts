/**
 * Reading what somebody writes now: beside what cannot be read, what can never mean anything is
 * refused. What was kept before a rule is read without it, and goes on as it did.
 */
import { LiquidFault } from './ast.ts'
import { mustMeanSomething } from './meaning.ts'
import { parseLiquid } from './parse.ts'
import { type LetterSources, PartFault, type ReadLetter, readLetter } from './render.ts'

const parts = ['subject', 'preheader', 'html', 'text'] as const

/** Throws PartFault. */
export function readWritten(sources: LetterSources): ReadLetter {
  const letter = readLetter(sources)
  for (const part of parts) {
    try {
      mustBeOurs(sources[part] ?? '')
      mustMeanSomething(letter[part] ?? [])
    } catch (error) {
      throw error instanceof LiquidFault ? new PartFault(part, error) : error
    }
  }
  return letter
}

/** Throws LiquidFault. */
export const checkWritten = (source: string): void => mustMeanSomething(parseLiquid(source))

/** Places of letters that were written for another tool, which would go out as they stand. */
const foreign =
  /\*\|([A-Z0-9_:.-]{1,40})\|\*|\{\{-?\s*(\.[A-Za-z][\w.]{0,60}|[A-Za-z]{1,40}(?= \.))[ .]*-?\}\}/

/** What they are called here. */
const ours: Readonly<Record<string, string>> = {
  FNAME: 'contact.first_name',
  LNAME: 'contact.last_name',
  EMAIL: 'contact.email',
  COMPANY: 'contact.company',
  UNSUB: 'unsubscribe_url',
  UPDATE_PROFILE: 'preferences_url',
  ARCHIVE: 'web_view_url',
  'LIST:COMPANY': 'project.name',
  'LIST:ADDRESS': 'project.postal_address',
  '.Subscriber.FirstName': 'contact.first_name',
  '.Subscriber.Name': 'contact.first_name',
  '.Subscriber.Email': 'contact.email',
  UnsubscribeURL: 'unsubscribe_url',
  ManageURL: 'preferences_url',
  MessageURL: 'web_view_url',
}

function mustBeOurs(source: string): void {
  const found = foreign.exec(source)
  if (found === null) return
  const [whole, tag, field = ''] = found
  const name = tag ?? field
  const before = source.slice(0, found.index)
  const here = Object.hasOwn(ours, name)
    ? `{{ ${ours[name]} }}`
    : `{{ contact.properties.${name.toLowerCase().replace(/.*\./, '')} }}`
  throw new LiquidFault(
    {
      en: `${whole} is written for another tool; here it is ${here}.`,
      pt: `${whole} foi escrito para outra ferramenta; aqui é ${here}.`,
    },
    { line: before.split('\n').length, column: found.index - before.lastIndexOf('\n') },
  )
}
