/** Faults of what is asked of emails afterwards: the list, its search, its export, sending once more. */
import { type Fault, faultsOf } from './fault.ts'

const listingTests = ['test/spec/emails-listing.spec.ts']
const exportTests = ['test/spec/exporting.spec.ts']
const resendTests = ['test/spec/resending.spec.ts']

export const emailsFaults: readonly Fault[] = [
  ...faultsOf('src/sending/timeline/search.ts', listingTests, [
    ['[...text].length < minLength', 'false', 'one letter looks through everything'],
    ['words.length > maxWords', 'false', 'any number of words is looked for'],
    ["if (letter === '\\\\')", 'if (false)', 'a backslash is not found'],
    ['partOfAddress(word, true), ', '', 'a domain in capitals or another form is not found'],
    ['messageId: `<${text}>`', '', 'a Message-ID without brackets is not found'],
  ]),
  ...faultsOf('src/sending/timeline/filter-store.ts', listingTests, [
    ['[`lower(r.address) = lower(${add(to)})`]', '[]', 'the state is that of anybody'],
    ['[`r.state = ${add(recipientState)}`]', '[]', 'the state is not looked at'],
  ]),
  ...faultsOf('src/sending/timeline/standing-store.ts', listingTests, [
    ['fact?.reason ?? fact?.cause ?? null', 'fact?.reason ?? null', 'nobody learns why it bounced'],
    ['?.[recipient.state]', '?.deferred', 'the reason is that of an earlier state'],
  ]),
  ...faultsOf('src/sending/timeline/export.ts', exportTests, [
    ["isIn(cc) ? 'cc' : 'bcc'", "'cc'", 'hidden copies pass for open ones'],
    [
      '(wanted === null || addressKey(address) === wanted) &&',
      '',
      'lines of others are among them',
    ],
    ['form.hasMark ?', '!form.hasMark ?', 'the mark stands where nobody asked for it'],
  ]),
  ...faultsOf('src/sending/intake/resend.ts', resendTests, [
    ["['queued', 'sent', 'deferred']", "['queued', 'sent']", 'who is deferred gets it twice'],
    [
      "['bounced', 'failed', 'cancelled']",
      "['bounced', 'failed', 'cancelled', 'delivered']",
      'who has it gets it again',
    ],
    ["mode === 'live' ? await", 'false ? await', 'it is sent to whom the list blocks'],
    ['to !== undefined && all !== undefined', 'false', '`to` and `all` are taken together'],
    ['to: left(to),', 'to,', 'the header names who does not get it'],
    [
      "throw new Refusal('recipient_suppressed', { param: ended[0]!.param })",
      "throw new Refusal('resource_not_found')",
      'only suppressed ones left is something else',
    ],
    [
      'require_tls === true',
      'require_tls !== undefined && false',
      'the demand for TLS is forgotten',
    ],
  ]),
]
