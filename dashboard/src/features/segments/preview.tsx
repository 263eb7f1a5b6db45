/** Who fits, while one still thinks about it: the number first, then some of them. */

import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Answer } from '../../api/calls.ts'
import type { ApiError } from '../../api/client.ts'
import { useLook } from '../../api/hooks.ts'
import type { Filter } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { nameOfContact } from '../contacts/contact-state.tsx'
import { segments as words } from './texts.ts'

const typingPauseMs = 400

export function usePreview(filter: Filter) {
  const [settled] = useDebouncedValue(filter, typingPauseMs)
  const query = useLook('project.segments.preview', { body: { filter: settled } })
  const isCounting = query.isFetching || settled !== filter
  const counts = new Map(query.data?.conditions.map(({ path, count }) => [path, count]))
  return { query, isCounting, counts: query.error ? new Map<string, number>() : counts }
}

type Query = ReturnType<typeof usePreview>['query']

interface PreviewProps {
  readonly query: Query
  /** What is shown is of before the last change. */
  readonly isCounting?: boolean
}

export function Preview({ query, isCounting = false }: PreviewProps) {
  const { data, error } = query
  return (
    <div role="status" aria-live="polite" aria-busy={isCounting} className="counting">
      {error ? <Fault error={error} /> : data && <Found found={data} />}
    </div>
  )
}

/** `filter.all[1].value` is what people see as condition 2. */
function Fault({ error }: { error: ApiError }) {
  const say = useSay()
  const { param, message } = error
  const places = [...(param ?? '').matchAll(/\[(\d+)\]/g)].map(one => Number(one[1]) + 1)
  const where = say(words.condition, { n: places.join('.') })
  const isNamed = param !== null && message.includes(param)
  const placed = isNamed ? message.replace(param, where) : `${where}: ${message}`
  const said = places.length === 0 ? message : placed
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert">
      {said}
    </Text>
  )
}

function Found({ found }: { found: Answer<'project.segments.preview'> }) {
  const say = useSay()
  const where = useWhere()
  const { count, exact: isExact, sample } = found
  return (
    <>
      <div className="figure">
        {count === 0
          ? say(words.nobody)
          : say(isExact ? words.counted : words.aboutCounted, { n: count })}
      </div>
      {sample.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            {say(words.examples)}
          </Text>
          <ul className="examples">
            {sample.map(contact => (
              <li key={contact.id} className="example">
                <Link to={where.to(`/contacts/${contact.id}`)}>{inOwnLetters(contact.email)}</Link>{' '}
                <span dir="auto">{nameOfContact(contact)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
