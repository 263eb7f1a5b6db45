/** Faults of what links say of where a visit comes from. */
import { type Fault, faultsOf } from './fault.ts'

const utm = ['test/spec/utm.spec.ts']

export const utmFaults: readonly Fault[] = [
  ...faultsOf('src/marketing/campaigns/definition/definition.ts', utm, [
    [
      "value === null && name !== 'utm'",
      'value === null',
      'no parameters means those of the project',
    ],
  ]),
  ...faultsOf('src/marketing/campaigns/definition/content.ts', utm, [
    ['withUtm(sources, utm, title),', 'sources,', 'links of campaigns say nothing'],
  ]),
  ...faultsOf(
    'src/sending/content/utm.ts',
    [...utm, 'test/unit/content/utm.test.ts'],
    [
      [
        'own === null ? {} : {',
        'own === null ? { ...project } : {',
        'none is those of the project',
      ],
      ['[?&;]${name}=', '[?]${name}=', 'a parameter stands twice'],
      [
        "!place.includes('?') ? '?'",
        "place.includes('!') ? '?'",
        'a query begins without its mark',
      ],
      ['|&#|', '|', 'an escape begins a place in the page'],
      ['[^\\s/?#{]/i', '[^\\s/?#]/i', 'a host that is a value is marked'],
      ['.filter(([name]) => !new', '.filter(([name]) => new', 'only what is there is added'],
    ],
  ),
]
