/** What specs may not know of the program: found in one, and left alone beside it. */
import { clock, type RuleCase } from './plant.ts'

export const specCases: readonly RuleCase[] = [
  ...[
    ['a value of the program in a spec', "import { tick } from '#kernel/base/clock.ts'"],
    ['a type of it', "import type { Clock } from '#kernel/base/clock.ts'"],
    ['one by a path', "import { tick } from '../../src/kernel/base/clock.ts'"],
    ['one when a test runs', "const late = () => import('#kernel/base/clock.ts')"],
  ].map(([what, line]) => ({
    rule: 'insightsOfSpecs',
    what: what!,
    files: { ...clock, 'test/spec/a.spec.ts': `\n${line}\n` },
    found: ['test/spec/a.spec.ts:2'],
  })),
  {
    rule: 'insightsOfSpecs',
    what: 'a spec that is listed and imports nothing of it any more',
    files: { ...clock, 'test/spec/mail-log.spec.ts': "import { a } from '../support/a.ts'\n" },
    found: ['test/spec/mail-log.spec.ts:1'],
  },
  {
    rule: 'insightsOfSpecs',
    what: 'nothing in a listed spec, a support file, a unit test, or an import of support',
    files: {
      ...clock,
      'test/spec/mail-log.spec.ts': "import { tick } from '#kernel/base/clock.ts'\n",
      'test/spec/a.spec.ts': "import { now } from '../support/a.ts'\n",
      'test/support/a.ts':
        "import { tick } from '#kernel/base/clock.ts'\nexport const now = tick\n",
      'test/unit/a.test.ts': "import { tick } from '#kernel/base/clock.ts'\n",
    },
    found: [],
  },
]
