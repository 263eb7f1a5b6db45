/** How an invoice is paid where the operator collects: Pix to scan and to copy, and their own words. */
import { Stack, Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { CopyLine } from '../../ui/copy.tsx'
import { QrCode } from '../../ui/qr.tsx'
import { Fact, Loaded } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { billing as words } from './texts.ts'

export function PaySheet({ id }: { id: string }) {
  const say = useSay()
  const { money } = useNumbers()
  const query = useApi('billing.invoices.payment', { invoice_id: id })
  return (
    <Loaded query={query} lines={4}>
      {({ number, amount, currency, text, contact, pix }) => (
        <Stack gap="sm">
          <dl className="facts">
            <Fact name={say(words.total)}>{money(amount, currency)}</Fact>
            <Fact name={say(words.number)}>{number}</Fact>
          </dl>
          {pix && (
            <section aria-label="Pix">
              <Text fw={550} mb={4}>
                {say(words.pixScan, { name: pix.name })}
              </Text>
              <QrCode text={pix.code} label={say(words.pixCode)} />
              <CopyLine text={pix.code} what={say(words.pixCode)} />
              <Text size="sm" c="dimmed">
                {say(words.pixKey, { key: pix.key })}
              </Text>
            </section>
          )}
          {text && <Text className="wrap keep-lines">{text}</Text>}
          {contact ? (
            <Text className="wrap">
              {text || pix ? say(words.contact, { contact }) : say(words.payHow, { contact })}
            </Text>
          ) : (
            !text && !pix && <Text>{say(words.payAsk)}</Text>
          )}
          <Text size="sm" c="dimmed">
            {say(words.payNoted)}
          </Text>
        </Stack>
      )}
    </Loaded>
  )
}
