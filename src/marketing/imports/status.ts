/**
 * What other programs write of those who get no more letters, of those who do, and of those who never
 * said. Nobody who has left elsewhere may come in by a word that was not understood.
 */
import { fold } from '#kernel/mail/fold.ts'
import { momentOf } from './dates.ts'

/** Of a column that says who has agreed. */
export const agreedWords: readonly string[] = ['sim', 's', 'yes', 'y', 'true', '1']

const yesWords: readonly string[] = [
  ...['true', '1', 'yes', 'y', 'sim', 's', 'verdadeiro', 'x', 't', 'on', 'si', 'v', 'verdade'],
]
const noWords: readonly string[] = [...['false', '0', 'no', 'n', 'nao', 'falso', 'f', 'off']]

/** They say it by themselves, whatever the column is called. */
const leftWords = [
  ...['unsubscribed', 'unsubscribe', 'optedout', 'optout', 'cleaned', 'bounced', 'hardbounced'],
  ...['softbounced', 'bounce', 'hardbounce', 'complained', 'complaint', 'spam', 'spamcomplaint'],
  ...['markedasspam', 'reportedspam', 'abuse', 'blocklisted', 'blacklisted', 'suppressed'],
  ...['donotcontact', 'donotemail', 'descadastrado', 'descadastrada', 'desinscrito', 'desinscrita'],
  ...[
    'inscricaocancelada',
    'cancelouinscricao',
    'descadastrou',
    'baja',
    'dadodebaja',
    'desuscrito',
  ],
]
/** They say it in a column that is about leaving. */
const leftThere = [
  ...['disabled', 'cancelled', 'canceled', 'cancelado', 'cancelada', 'inactive', 'inativo'],
  ...['inativa', 'removed', 'removido', 'deleted', 'blocked', 'bloqueado', 'bloqueada', 'saiu'],
]
const staysWords = [
  ...['subscribed', 'enabled', 'active', 'confirmed', 'optedin', 'optin', 'inscrito', 'inscrita'],
  ...['ativo', 'ativa', 'confirmado', 'confirmada', 'cadastrado', 'cadastrada', 'suscrito'],
]
const neverWords = [
  ...['unconfirmed', 'pending', 'neversubscribed', 'nonsubscribed', 'notsubscribed', 'unknown'],
  ...['transactional', 'naoconfirmado', 'naoconfirmada', 'pendente', 'naoinscrito'],
]

/** `left`: no more letters; `never`: nobody has agreed to any. */
type Standing = 'stays' | 'left' | 'never'

const standings = new Map<string, Standing>([
  ...staysWords.map(word => [word, 'stays'] as const),
  ...neverWords.map(word => [word, 'never'] as const),
  ...[...leftWords, ...leftThere].map(word => [word, 'left'] as const),
])
const yes = new Set(yesWords)
const no = new Set(noWords)
const surelyLeft = new Set(leftWords)

const maxWordChars = 40
const wordOf = (text: string): string =>
  text.length > maxWordChars ? '' : fold(text).replaceAll(/[^a-z0-9]/g, '')

/** true, false, or null for what is neither; in whatever case and accents. */
export function booleanOf(text: string): boolean | null {
  const word = text.length > maxWordChars ? '' : fold(text.trim())
  return yes.has(word) ? true : no.has(word) ? false : null
}

/** Whether a word says by itself that somebody has left. */
export const saysLeft = (text: string): boolean => surelyLeft.has(wordOf(text))

/** Whether a word says it by itself or in a column that is about leaving. */
export const maySayLeft = (text: string): boolean => standings.get(wordOf(text)) === 'left'

/** Titles of columns that are about who gets letters, or about something else that ends. */
const standingTitle = /status|situa[ct]|estado|statut|estatus|inscricao|subscription|newsletter/

export const isStandingTitle = (title: string): boolean => standingTitle.test(wordOf(title))

/** Whether a word is one of those that such columns hold. */
export const isStanding = (text: string): boolean => standings.has(wordOf(text))

/** By a column that says who has left: yes, a word, or the time of it. null: it cannot be told. */
export function standingByLeaving(value: unknown): Standing | null {
  if (typeof value === 'boolean') return value ? 'left' : 'stays'
  const text = String(value).trim()
  if (text === '' || /^0000-00-00/.test(text)) return 'stays'
  const said = booleanOf(text)
  if (said !== null) return said ? 'left' : 'stays'
  return standings.get(wordOf(text)) ?? (momentOf(text) ? 'left' : null)
}

/** By a column that says who gets letters: the same words, yes and no the other way round. */
export function standingByStaying(value: unknown): Standing | null {
  if (typeof value === 'boolean') return value ? 'stays' : 'left'
  const text = String(value).trim()
  if (text === '') return 'stays'
  const said = booleanOf(text)
  if (said !== null) return said ? 'stays' : 'left'
  return standings.get(wordOf(text)) ?? (momentOf(text) ? 'stays' : null)
}
