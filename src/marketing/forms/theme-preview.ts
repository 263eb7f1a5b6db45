/** What people would see with a theme and words: the pages for them, the letter of a confirmation. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import type { World } from '#kernel/world/world.ts'
import { askPage } from '#sending/tracking/page.ts'
import { logoData } from '../files/logo.ts'
import { themed } from './look.ts'
import { ownLetter } from './own-letter.ts'
import { checkWords, type OwnWords, type WordPage } from './page-words.ts'
import { settingsOf, withoutEmpty } from './settings.ts'
import { checkTheme, mustHaveLogo, type Theme } from './theme-fields.ts'
import { lookOf, type Say } from './words.ts'

interface ThemePreview {
  /** As it is saved, where none is given. */
  readonly theme?: Theme
  readonly words?: OwnWords
  readonly shown: WordPage
  readonly language: Language
}

type Word = Parameters<Say>[0]
type Parts = readonly [title: Word, parts: readonly string[]]

const sampleAddress = 'ana@example.net'

const sampleTopics: Readonly<Record<Language, readonly string[]>> = {
  en: ['News', 'Offers'],
  pt: ['Novidades', 'Ofertas'],
}

/** Throws Refusal. */
export async function themePreview(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  projectId: Uuid,
  { theme, words, shown, language }: ThemePreview,
): Promise<string> {
  checkTheme(theme)
  checkWords(words)
  await mustHaveLogo(world.db, projectId, theme)
  const { pages, theme: saved } = await settingsOf(world.db, projectId)
  const seen = theme === undefined ? saved : withoutEmpty(theme)
  const styled = await themed(world.db, projectId, { pages, theme: seen })
  const look = lookOf(language, {
    ...(await framed(world, styled)),
    ...(words === undefined ? {} : { words }),
  })
  const { say, style } = look
  const topics = sampleTopics[language]
  if (shown === 'letter') return ownLetter({ say, language, link: '#', topics, style }).html!
  if (shown === 'unsubscribe') return askPage(look, sampleAddress)
  const [title, parts] = partsOf[shown](say, topics)
  return plainPage(language, { en: say(title), pt: say(title) }, parts, style)
}

/** A frame of the dashboard loads nothing: the logo is in the page itself. */
export async function framed<Look extends PageStyle>(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  { logo: path, ...rest }: Look,
): Promise<Omit<Look, 'logo'> & Pick<PageStyle, 'logo'>> {
  const logo = path === undefined ? null : await logoData(world, path)
  return { ...rest, ...(logo === null ? {} : { logo }) }
}

const boxes = (topics: readonly string[], checked: string): string =>
  topics.map(name => `<label><input type="checkbox"${checked}> ${escaped(name)}</label>`).join('\n')

type PlainPage = Exclude<WordPage, 'letter' | 'unsubscribe'>

const partsOf: Readonly<Record<PlainPage, (say: Say, topics: readonly string[]) => Parts>> = {
  form: (say, topics) => [
    'form_title',
    [
      '<form>',
      `<label>${escaped(say('form_email'))} <input type="email" value="${sampleAddress}"></label>`,
      `<fieldset><legend>${escaped(say('form_topics'))}</legend>${boxes(topics, '')}</fieldset>`,
      button(say('form_button')),
      '</form>',
    ],
  ],
  confirmation: (say, topics) => [
    'confirm_title',
    [
      `<p>${escaped(say('confirm_ask', { address: sampleAddress, topics: topics.join(', ') }))}</p>`,
      button(say('confirm_button')),
    ],
  ],
  preferences: (say, topics) => [
    'preferences_title',
    [
      `<p>${escaped(say('preferences_for', { address: sampleAddress }))}</p>`,
      '<form>',
      `<fieldset><legend>${escaped(say('preferences_topics'))}</legend>${boxes(topics, ' checked')}</fieldset>`,
      button(say('preferences_save')),
      '</form>',
      `<h2>${escaped(say('preferences_pause_title'))}</h2>`,
      `<button type="button" class="quiet">${escaped(say('preferences_pause_30'))}</button>`,
      `<p><a href="#">${escaped(say('preferences_data'))}</a></p>`,
    ],
  ],
}

const button = (label: string): string => `<button type="button">${escaped(label)}</button>`
