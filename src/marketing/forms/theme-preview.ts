/** What people would see with a theme: a form, the preferences, the letter of a confirmation. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import type { World } from '#kernel/world/world.ts'
import { logoData } from '../files/logo.ts'
import { themed } from './look.ts'
import { ownLetter } from './own-letter.ts'
import { settingsOf, withoutEmpty } from './settings.ts'
import { checkTheme, mustHaveLogo, type Theme } from './theme-fields.ts'
import { lookOf, type Say } from './words.ts'

interface ThemePreview {
  readonly theme?: Theme
  readonly shown: 'form' | 'preferences' | 'letter'
  readonly language: Language
}

type Word = Parameters<Say>[0]

const sampleTopics: Readonly<Record<Language, readonly string[]>> = {
  en: ['News', 'Offers'],
  pt: ['Novidades', 'Ofertas'],
}

/** Throws Refusal. */
export async function themePreview(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  projectId: Uuid,
  { theme = {}, shown, language }: ThemePreview,
): Promise<string> {
  checkTheme(theme)
  await mustHaveLogo(world.db, projectId, theme)
  const { pages } = await settingsOf(world.db, projectId)
  const look = await themed(world.db, projectId, { pages, theme: withoutEmpty(theme) })
  const { say, style } = lookOf(language, await framed(world, look))
  const topics = sampleTopics[language]
  if (shown === 'letter') return ownLetter({ say, language, link: '#', topics, style }).html!
  const [title, parts]: [Word, string[]] =
    shown === 'form'
      ? ['form_title', formParts(say, topics)]
      : ['preferences_title', preferenceParts(say, topics)]
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

const formParts = (say: Say, topics: readonly string[]): string[] => [
  '<form>',
  `<label>${escaped(say('form_email'))} <input type="email" value="ana@example.net"></label>`,
  `<fieldset><legend>${escaped(say('form_topics'))}</legend>${boxes(topics, '')}</fieldset>`,
  `<button type="button">${escaped(say('form_button'))}</button>`,
  '</form>',
]

const preferenceParts = (say: Say, topics: readonly string[]): string[] => [
  `<p>${escaped(say('preferences_for', { address: 'ana@example.net' }))}</p>`,
  '<form>',
  `<fieldset><legend>${escaped(say('preferences_topics'))}</legend>${boxes(topics, ' checked')}</fieldset>`,
  `<button type="button">${escaped(say('preferences_save'))}</button>`,
  '</form>',
  `<h2>${escaped(say('preferences_pause_title'))}</h2>`,
  `<button type="button" class="quiet">${escaped(say('preferences_pause_30'))}</button>`,
  `<p><a href="#">${escaped(say('preferences_data'))}</a></p>`,
]
