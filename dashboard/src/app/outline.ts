/**
 * What is seen before scripts run: the outline of the frame or of the door, in the document itself,
 * in both languages, of which the style sheet shows one. It lies above the application until that has
 * something to show, drawn with the same classes, so that nothing moves when it goes.
 */
import type { Text } from '../ui/words.tsx'
import { stillId } from './still.ts'
import { shell } from './texts.ts'

interface OutlineGroup {
  readonly title: Text
  readonly ways: readonly Text[]
}

/** The menu as everybody has it; `ways.ts` adds at its end what some have. */
export const outlinedWays: readonly OutlineGroup[] = [
  {
    title: shell.sending,
    ways: [shell.overview, shell.emails, shell.inbox, shell.deliverability, shell.suppressions],
  },
  {
    title: shell.setup,
    ways: [shell.start, shell.domains, shell.keys, shell.webhooks, shell.requests, shell.deleted],
  },
  {
    title: shell.audience,
    ways: [
      shell.campaigns,
      shell.templates,
      shell.files,
      shell.sequences,
      shell.contacts,
      shell.segments,
      shell.topics,
      shell.forms,
      shell.imports,
      shell.consent,
      shell.audienceSettings,
    ],
  },
  {
    title: shell.account,
    ways: [shell.notices, shell.limits, shell.projects, shell.members, shell.settings],
  },
]

/** Written into the document when the dashboard is built. */
export function stillMarkup(): string {
  return `<div id="${stillId}" aria-hidden="true" inert>${frame()}${door()}</div>`
}

const brand = (size: number): string =>
  `<img src="/malote.svg" alt="" width="${size}" height="${size}"><b>Malote</b>`

function frame(): string {
  const groups = outlinedWays.map(
    ({ title, ways }) =>
      `<details open data-group="${title.en}"><summary class="ways-title">${both(title)}</summary><ul>` +
      `${ways.map(way => `<li class="way"><i></i>${both(way)}</li>`).join('')}</ul></details>`,
  )
  return (
    '<div class="frame still-frame">' +
    `<div class="header"><span class="brand">${brand(26)}</span></div>` +
    `<div class="navbar"><div class="ways">${groups.join('')}</div></div>` +
    `<div class="main"><div class="page">${lines(8)}</div></div></div>`
  )
}

const door = (): string =>
  '<div class="door still-door"><div class="door-card">' +
  `<span class="brand">${brand(32)}</span><div class="still-card">${lines(4)}</div></div></div>`

const both = ({ en, pt }: Text): string =>
  `<span lang="en">${en}</span><span lang="pt-BR">${pt}</span>`

const lines = (n: number): string => '<div class="still-line"></div>'.repeat(n)
