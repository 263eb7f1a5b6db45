/** How far back figures go: chosen once, kept in the address. */
import { SegmentedControl } from '@mantine/core'
import { useFilters } from '../../ui/address-filters.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'

const periods = [7, 30, 90] as const
type Period = (typeof periods)[number]
const usual: Period = 30

export function usePeriod() {
  const { values, set } = useFilters(['days'])
  const days = periods.find(one => String(one) === values.days) ?? usual
  return { days, setDays: (next: string) => set('days', next === String(usual) ? '' : next) }
}

export function PeriodSwitch({ days, setDays }: ReturnType<typeof usePeriod>) {
  const say = useSay()
  return (
    <SegmentedControl
      size="xs"
      aria-label={say(common.period)}
      value={String(days)}
      onChange={setDays}
      data={periods.map(n => ({ value: String(n), label: say(common.days, { n }) }))}
    />
  )
}
