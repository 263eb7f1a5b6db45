/** When a form opens over pages of the project's own site. */
import { Checkbox, NumberInput, SimpleGrid } from '@mantine/core'
import type { SignUpForm } from '../../api/shapes.ts'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

/** As inputs of numbers hold it; empty: not by this. */
type NumberText = number | string

export interface PopupValues {
  readonly isPopup: boolean
  readonly delay: NumberText
  readonly scrolled: NumberText
  readonly leaving: boolean
  readonly again: NumberText
}

const usual = { delay: 20, scrolled: '', leaving: true, again: 30 } as const

export const freshPopup: PopupValues = { isPopup: false, ...usual }

export const popupParams = {
  popup: 'isPopup',
  'popup.delay_s': 'delay',
  'popup.scroll_percent': 'scrolled',
  'popup.again_days': 'again',
} as const

type Popup = SignUpForm['popup']

export const valuesOfPopup = (popup: Popup): PopupValues =>
  popup === null
    ? freshPopup
    : {
        isPopup: true,
        delay: popup.delay_s ?? '',
        scrolled: popup.scroll_percent ?? '',
        leaving: popup.on_leave,
        again: popup.again_days,
      }

const numberOf = (typed: NumberText): number | null => (typed === '' ? null : Number(typed))

export const popupOf = ({ isPopup, delay, scrolled, leaving, again }: PopupValues): Popup =>
  isPopup
    ? {
        delay_s: numberOf(delay),
        scroll_percent: numberOf(scrolled),
        on_leave: leaving,
        again_days: numberOf(again) ?? usual.again,
      }
    : null

interface PopupFieldsProps {
  readonly form: {
    readonly values: PopupValues
    readonly field: (name: keyof PopupValues) => object
    readonly check: (name: keyof PopupValues) => object
    readonly errorOf: (name: 'isPopup') => string | undefined
  }
}

export function PopupFields({ form }: PopupFieldsProps) {
  const say = useSay()
  const number = { allowDecimal: false, allowNegative: false, hideControls: true, maw: 260 }
  return (
    <Section title={say(words.popup)} about={say(words.popupAbout)}>
      <Checkbox
        {...form.check('isPopup')}
        label={say(words.popupOn)}
        error={form.errorOf('isPopup')}
      />
      {form.values.isPopup && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="sm">
            <NumberInput
              {...form.field('delay')}
              {...number}
              label={say(words.popupDelay)}
              description={say(words.popupEmpty)}
              max={600}
            />
            <NumberInput
              {...form.field('scrolled')}
              {...number}
              label={say(words.popupScrolled)}
              description={say(words.popupEmpty)}
              min={1}
              max={100}
            />
            <NumberInput
              {...form.field('again')}
              {...number}
              label={say(words.popupAgain)}
              description={'\u00a0'}
              min={1}
              max={365}
            />
          </SimpleGrid>
          <Checkbox {...form.check('leaving')} label={say(words.popupLeaving)} mt="sm" />
        </>
      )}
    </Section>
  )
}
