/** Faults of templates and of the Liquid that fills them: versions, languages, holes, escapes. */
import { type Fault, faultsOf } from './fault.ts'

const templates = 'src/marketing/templates'
const liquid = 'src/sending/content/liquid'
const letters = ['test/unit/templates/letters.test.ts']
const drafts = ['test/spec/templates.spec.ts']
const bodies = ['test/spec/template-bodies.spec.ts']
const pure = ['test/unit/liquid/liquid.test.ts']
const values = ['test/spec/template-values.spec.ts']

const ofTemplates: readonly Fault[] = [
  ...faultsOf(`${templates}/publish.ts`, drafts, [
    [
      "if (template.kind === 'layout') await markChanged(tx, tenant.projectId, template.id)",
      '',
      'nobody hears that a letter stands in a layout of before',
    ],
    [
      "const wrong = findings.find(one => one.level === 'error')\n  if (wrong !== undefined) {",
      "const wrong = findings.find(one => one.level === 'error')\n  if (wrong?.code === 'none') {",
      'what is wrong is published',
    ],
  ]),
  ...faultsOf(`${templates}/named.ts`, letters, [
    [
      'version ?? template.published_version',
      'template.published_version',
      'who names a version gets the newest',
    ],
  ]),
  ...faultsOf(`${templates}/fill.ts`, drafts, [
    [
      '`${template.id} ${version.version} ${language}`',
      '`${template.id} ${language}`',
      'a version that was sent once is sent for ever',
    ],
    [
      "const names = hasMark && stream !== 'marketing' ? ['unsubscribe_url', ...missing] : missing",
      'const names = missing',
      'a letter without a link of its own prints the mark of one',
    ],
  ]),
  ...faultsOf(`${templates}/values.ts`, letters, [
    [
      'languages.find(one => one.toLowerCase() === base(wanted))',
      'undefined',
      'pt-PT does not read pt',
    ],
    [
      'const value = kept ?? fallback',
      'const value = kept',
      'who lacks a property gets no fallback',
    ],
  ]),
  ...faultsOf(`${templates}/letters.ts`, letters, [
    [
      'held.restore(escapedText(held.holdLiquid(preheader)))',
      'held.restore(held.holdLiquid(preheader))',
      'a preheader is read as HTML',
    ],
  ]),
  ...faultsOf(`${templates}/findings.ts`, letters, [
    [
      'const count = await judging.countWithout(name)\n    if (count > 0)',
      'const count = await judging.countWithout(name)\n    if (count > 1)',
      'one person without a value is none',
    ],
  ]),
  ...faultsOf(`${templates}/mjml.ts`, bodies, [
    [
      "source.split('\\n')[line - 1]",
      "source.split('\\n')[line]",
      'a fault of MJML is told at another place',
    ],
    [
      'if (mayLead(held.holdLiquid(value), held.isWord)) continue',
      'continue',
      'a button runs code',
    ],
  ]),
]

const ofLiquid: readonly Fault[] = [
  ...faultsOf(`${liquid}/escape.ts`, pure, [
    ['text: escapedText,', 'text: text => text,', 'a value is read as HTML'],
    ['attribute: escapedText,', 'attribute: text => text,', 'a value ends its attribute'],
    [
      'style: text => (colour.test(text.trim()) ? text :',
      'style: text => (true ? text :',
      'a value ends a style',
    ],
    [
      "header: text => text.replace(controls, ' ')",
      'header: text => text',
      'a value puts signs into a header',
    ],
  ]),
  ...faultsOf(`${liquid}/evaluate.ts`, pure, [
    [
      '(isAbsent(outcome.value) && !outcome.isAuthored)',
      '(outcome.value === undefined && !outcome.isAuthored)',
      'an empty value is no hole',
    ],
    ['Object.hasOwn(value, key) ?', 'true ?', 'a name reaches what is no value'],
    ['if (this.#nodes > maxNodes) throw new TooMuch()', '', 'a loop in a loop never ends'],
    [
      'this.#chars += chars\n    if (this.#chars > maxChars) throw new TooMuch()',
      'this.#chars += chars',
      'a letter has no end',
    ],
  ]),
  ...faultsOf(`${liquid}/names.ts`, letters, [
    [
      'isBare: isBare || known?.isBare === true',
      'isBare',
      'a name that is printed twice is looked at once',
    ],
  ]),
  ...faultsOf(
    `${liquid}/own-links.ts`,
    ['test/spec/campaign-pages.spec.ts'],
    [
      [
        '(isAddress || isInside) && !isOurs(node)',
        'isAddress && !isOurs(node)',
        'the words of a link are judged once for all',
      ],
    ],
  ),
]

const ofValues: readonly Fault[] = [
  ...faultsOf(`${templates}/values.ts`, values, [
    ['return isDate(value)', "return typeof value === 'string'", 'any words are a date'],
    [
      "['contact', 'event', 'topic']",
      "['contact']",
      'what an event says is asked for and then refused',
    ],
    [
      'properties[key] = own ?? fallback ?? undefined',
      'properties[key] = own ?? undefined',
      'an email knows no fallbacks of properties',
    ],
  ]),
  ...faultsOf(`${templates}/fill.ts`, values, [
    [
      'isLonger(subject, limits.subjectLength)',
      'isLonger(subject, 1e9)',
      'values make a subject that no call could give',
    ],
  ]),
  ...faultsOf('src/sending/intake/check.ts', values, [
    [
      'if (!faults.some(({ param }) => param === fault.param)) faults.push(fault)',
      'if (faults.length === 0) faults.push(fault)',
      'a check tells of the first wrong value alone',
    ],
  ]),
  ...faultsOf(`${templates}/preview.ts`, values, [
    [
      'const wanted = given === null ? hers',
      'const wanted = given === null ? null',
      'a preview of somebody is in another language',
    ],
  ]),
  ...faultsOf(`${templates}/routes.ts`, values, [
    [
      "if (kind === 'layout') {",
      "if (kind === 'nothing' as string) {",
      'a layout stands in a layout',
    ],
  ]),
  ...faultsOf(`${templates}/findings.ts`, values, [
    [
      "return root !== 'event' && !(root === 'contact' && next === 'properties')",
      'return false',
      'a loop over a name of a person is published',
    ],
  ]),
  ...faultsOf(`${templates}/publish.ts`, values, [
    [
      "if (kind === 'layout') contentMustBeText(letters, draft)",
      '',
      'a whole letter stands in an attribute of its layout',
    ],
  ]),
  ...faultsOf(`${templates}/draft.ts`, bodies, [
    [
      "if (Buffer.byteLength(variant[name] || '') <= limits.bodyBytes) continue",
      'continue',
      'bodies have as many bytes as letters allow',
    ],
  ]),
  ...faultsOf(`${templates}/mjml-tags.ts`, bodies, [
    [
      'return last === undefined ? null : notClosed(last)',
      'return null',
      'what is open at the end is published',
    ],
    [
      'if (last.name !== name) {',
      'if (last.name === name) continue\n      if (false as boolean) {',
      'elements that cross each other are published',
    ],
  ]),
  ...faultsOf(`${liquid}/evaluate.ts`, values, [
    [
      "const isEncoded = place === 'query' && ",
      'const isEncoded = false && ',
      'what is encoded is encoded again',
    ],
  ]),
  ...faultsOf(
    `${liquid}/numbers.ts`,
    ['test/unit/liquid/reading.test.ts'],
    [['whole + part : null\n}', 'whole + part : decimal\n}', 'what could be two numbers is one']],
  ),
  ...faultsOf(
    `${liquid}/dates.ts`,
    ['test/unit/liquid/reading.test.ts'],
    [
      [
        "return 'unknown'\n  const parts",
        "return 'day'\n  const parts",
        'English dates are guessed',
      ],
    ],
  ),
  ...faultsOf(
    `${liquid}/depth.ts`,
    ['test/unit/liquid/reading.test.ts'],
    [['if (terms <= maxTerms) return', 'if (terms > 0) return', 'a condition has no end']],
  ),
  ...faultsOf(
    'src/sending/content/page-scan.ts',
    ['test/unit/content/page.test.ts'],
    [['this.#raw?.from ?? whole', 'whole', 'more is put into a style that never ends']],
  ),
  ...faultsOf(
    `${liquid}/address-part.ts`,
    ['test/unit/liquid/reading.test.ts', ...pure],
    [
      ["inPath(host) : 'host'", "inPath(host) : 'path'", 'a value chooses the host of a link'],
      [
        "? 'path' : 'query'\n",
        "? 'path' : 'path'\n",
        'a value ends the scheme that a word has begun',
      ],
    ],
  ),
  ...faultsOf(`${liquid}/places.ts`, pure, [
    [
      "attribute.startsWith('on') || attribute === 'srcdoc'",
      "attribute.startsWith('on')",
      'a value is a page of its own',
    ],
    ["  'data',\n  'xlink:href',\n", '', 'what an object shows is no address'],
  ]),
]

export const templatesFaults: readonly Fault[] = [...ofTemplates, ...ofLiquid, ...ofValues]
