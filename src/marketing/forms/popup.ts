/**
 * A form that opens over a page of somebody else: when it does, the script that opens it, and our
 * page as it is in the frame. The frame keeps the two apart: the page around neither reads what is
 * typed nor changes how it looks, and has to let in one source of ours, for the script and the frame.
 */
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { defaultRadius, fonts, type PageStyle, schemesOf } from '#kernel/routes/page-style.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { Form, Popup } from './store.ts'
import type { HtmlAnswer, PageAnswer } from './visit.ts'
import type { Say } from './words.ts'

const script = readFileSync(new URL('popup-script.js', import.meta.url), 'utf8')
const frameScript = readFileSync(new URL('popup-frame.js', import.meta.url), 'utf8').trim()
/** Behind the address of the form. */
const scriptPath = '/popup.js'
/** A form that was changed or closed is so soon. */
const scriptAgeSeconds = 300

export type GivenPopup = Partial<Popup>

const delay = Type.Integer({ minimum: 0, maximum: 600, description: 'So long after the page.' })
const scrolled = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'When so much of the page was scrolled past.',
})
const onLeave = Type.Boolean({ description: 'When the mouse leaves the page by its top.' })
const defaultAgainDays = 30
const again = Type.Integer({
  minimum: 1,
  maximum: 365,
  description: `By itself once in so many days; ${defaultAgainDays} if absent.`,
})

/** As a body gives it; null: it does not open over pages. */
export const givenPopup = Type.Union([
  Type.Object(
    {
      delay_s: Type.Optional(Type.Union([delay, Type.Null()])),
      scroll_percent: Type.Optional(Type.Union([scrolled, Type.Null()])),
      on_leave: Type.Optional(onLeave),
      again_days: Type.Optional(again),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])

export const shownPopup = {
  popup: Type.Union([
    Type.Object({
      delay_s: Type.Union([delay, Type.Null()]),
      scroll_percent: Type.Union([scrolled, Type.Null()]),
      on_leave: onLeave,
      again_days: again,
    }),
    Type.Null(),
  ]),
  popup_script: Type.String({
    description:
      'One line for any page, over which the form opens as popup says; a link where no script runs.',
  }),
}

/** Throws Refusal. */
export function readPopup(given: GivenPopup | null): Popup | null {
  if (given === null) return null
  const { delay_s = null, scroll_percent = null, on_leave = false } = given
  if (delay_s === null && scroll_percent === null && !on_leave) {
    throw new Refusal('invalid_field', {
      param: 'popup',
      why: {
        en: '{param} needs delay_s, scroll_percent or on_leave: when it opens.',
        pt: '{param} precisa de delay_s, scroll_percent ou on_leave: quando abre.',
      },
    })
  }
  return { delay_s, scroll_percent, on_leave, again_days: given.again_days ?? defaultAgainDays }
}

export function popupScriptOf(url: string, say: Say): string {
  const link = `<a href="${url}">${escaped(say('form_title'))}</a>`
  return `<script src="${url}${scriptPath}" async></script><noscript>${link}</noscript>`
}

// What is served ----------------------------------------------------------------------------------

/** The address of the form whose script is asked for; null: it is something else. */
export const formOfScript = (rest: string): string | null =>
  rest.endsWith(scriptPath) ? rest.slice(0, -scriptPath.length) : null

interface Look {
  readonly say: Say
  readonly style: PageStyle
}

/** It does nothing where the form is closed or opens over no page: the line may stay. */
export function popupScript(form: Form | null, { say, style }: Look): PageAnswer {
  const popup = form?.enabled ? form.definition.popup : null
  const told = { title: say('form_title'), close: say('form_close'), css: dialogCss(style) }
  const text = popup
    ? `{\nconst popup = ${JSON.stringify({ ...popup, ...told })}\n${script}}\n`
    : ''
  return { status: 200, script: text, ageSeconds: scriptAgeSeconds }
}

function dialogCss(style: PageStyle): string {
  const { main, inTheDark } = schemesOf(style)
  const { radius = defaultRadius, font = 'system' } = style
  const paint = ({ card, ink, line }: typeof main): string =>
    `background: ${card}; color: ${ink}; border: 1px solid ${line}`
  const dark = inTheDark && `@media (prefers-color-scheme: dark) { dialog { ${paint(inTheDark)} } }`
  return `dialog { position: fixed; inset: 0; height: fit-content; box-sizing: border-box; width: min(34em, 100vw - 2em); max-height: calc(100dvh - 2em); margin: auto; padding: 0; overflow: hidden; font: medium ${fonts[font]}; ${paint(main)}; border-radius: ${radius}px }
dialog, dialog:not([open]) { display: flex; flex-direction: column }
dialog:not([open]) { visibility: hidden }
dialog::backdrop { background: rgb(0 0 0 / .5) }
button { align-self: flex-end; flex: none; width: 2.75em; height: 2.75em; min-width: 44px; min-height: 44px; padding: 0; font: inherit; font-size: 1.25em; line-height: 1; background: none; color: inherit; border: 0; cursor: pointer }
button:focus-visible { outline: 3px solid currentColor; outline-offset: -5px }
iframe { display: block; width: 100%; min-height: 0; flex: 0 1 auto; border: 0 }
${dark ?? ''}
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: come .2s ease-out } }
@keyframes come { from { opacity: 0; transform: translateY(1em) } }`
}

/** `to`: where the page around goes next. */
export function inPopup(answer: HtmlAnswer, { definition }: Form, to?: string): HtmlAnswer {
  const isDone = answer.status === 200 && answer.sentence !== undefined
  const marks = `${isDone ? ' data-is-done' : ''}${to === undefined ? '' : ` data-to="${escaped(to)}"`}`
  const html = answer.html
    .replace('<main>', () => `<main${marks}>`)
    .replace('</body>', () => `<script>${frameScript}</script>\n</body>`)
  const { allowed_origins: allowed } = definition
  return { ...answer, html, framedBy: allowed.length === 0 ? ['*'] : ["'self'", ...allowed] }
}
