/**
 * How far the volume of the period is used, the same on top of each page that speaks of it: what is
 * used, what the plan includes, and what the spending limit lets out beyond.
 */
import { Progress, Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { Section } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { recipientsFor } from './rates.ts'
import { billing as words } from './texts.ts'
import type { Billing } from './use-billing.ts'

export function UsageBar() {
  const { data } = useApi('billing.get')
  return data === undefined || data.included === null ? null : (
    <Bar data={data} included={data.included} />
  )
}

function Bar({ data, included }: { readonly data: Billing; readonly included: number }) {
  const say = useSay()
  const { whole } = useNumbers()
  const { used, extra, overage, overage_per_1000: price, cap_now: cap } = data
  const beyond = overage === 'on' && price !== null ? recipientsFor(cap, price, '0') : extra
  const all = Math.max(1, included + beyond)
  const said = [
    say(words.barUsed, { n: whole(used) }),
    say(words.barIncluded, { n: whole(included) }),
    ...(beyond > 0 ? [say(words.barBeyond, { n: whole(beyond) })] : []),
  ].join(' · ')
  return (
    <Section>
      <Progress.Root size="lg" mb="xs">
        <Progress.Section
          value={((used - extra) / all) * 100}
          color={used >= all * 0.9 ? 'red.8' : 'pouch'}
          aria-label={said}
        />
        {extra > 0 && (
          <Progress.Section value={(extra / all) * 100} color="yellow.8" aria-hidden="true" />
        )}
      </Progress.Root>
      <Text size="sm">{said}</Text>
    </Section>
  )
}
