/** Segments that many want, ready to be changed. */
import type { Filter, Property } from '../../api/shapes.ts'
import type { Text } from '../../ui/words.tsx'
import { segments as words } from './texts.ts'

export interface Ready {
  readonly id: string
  readonly name: Text
  readonly filter: Filter
}

const inactiveSpan = 'P90D'
const birthday = /nasc|birth|anivers|born/i

export function readySegments(properties: readonly Property[]): Ready[] {
  const dates = properties.filter(({ type }) => type === 'date')
  const born = dates.find(({ key, label }) => birthday.test(`${key} ${JSON.stringify(label)}`))
  return [
    {
      id: 'inactive',
      name: words.inactive,
      filter: {
        all: [
          { letters: 'received', within: inactiveSpan, at_least: 1 },
          { not: { letters: 'opened', within: inactiveSpan, at_least: 1 } },
          { not: { letters: 'clicked', within: inactiveSpan, at_least: 1 } },
        ],
      },
    },
    {
      id: 'fresh',
      name: words.fresh,
      filter: { all: [{ field: 'created_at', op: 'within', value: 'P7D' }] },
    },
    ...(born
      ? [
          {
            id: 'birthday',
            name: words.birthday,
            filter: {
              all: [{ field: `properties.${born.key}`, op: 'anniversary_within', value: 'P30D' }],
            },
          },
        ]
      : []),
  ]
}
