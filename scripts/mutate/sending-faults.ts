/** Faults of sending: timeline, suppression, delivery, reports, limits and SMTP. */
import { type Fault, faultsOf } from './fault.ts'

const timeline = 'src/sending/timeline'
const limits = 'src/tenants/limits'
const limitTests = ['test/unit/limits/quota.test.ts', 'test/unit/limits/period.test.ts']
const retentionTests = ['test/unit/limits/retention.test.ts', 'test/unit/timeline']
const suppressionTests = ['test/unit/suppression']
const sightingTests = ['test/unit/tracking/sightings.test.ts']
const carryTests = ['test/unit/mail/carry.test.ts']
const hostTests = ['test/spec/page-hosts.spec.ts']
const soughtTests = ['test/spec/addresses-sought.spec.ts']
const deliveryTests = ['test/spec/delivering.spec.ts', 'test/unit/delivery']

export const sendingFaults: readonly Fault[] = [
  ...faultsOf('src/kernel/base/host-name.ts', hostTests, [
    ['host.toLowerCase()', 'host', 'a host in capitals is another host'],
    [".replace(/:\\d*$/, '')", '', 'a host with its port is another host'],
  ]),
  ...faultsOf('src/sending/domains/page-hosts.ts', hostTests, [
    ['owner.projectId === projectId', 'true', 'pages are under the name of another customer'],
    [
      "if (host === hostOf(settings.MALOTE_DASHBOARD_URL)) return 'nobody'",
      '',
      "somebody's page is under the dashboard's name",
    ],
    [
      "(await ownerOf(world, host)) === 'unknown' || ",
      '',
      'nobody leaves by letters of a domain that is gone',
    ],
  ]),
  ...faultsOf('src/sending/domains/sender-store.ts', hostTests, [
    ['verified_at is not null or ', '', 'links are gone while a look at DNS fails'],
    [
      "and (verified_at is not null or status = 'verified' or vouched)`,\n    [host]",
      '`,\n    [host]',
      'a domain that nobody has proved shows pages',
    ],
  ]),
  ...faultsOf(
    'src/kernel/mail/one-mailbox.ts',
    ['test/unit/mail/one-mailbox.test.ts'],
    [
      ["plain.some(word => word.includes('@')) ? null : angles[0]!", 'angles[0]!', 'two senders'],
      ['if (!isSound) return null', '', 'what is not closed is read to its end'],
    ],
  ),
  ...faultsOf('src/kernel/mail/address.ts', soughtTests, [
    [
      'suppressionKey(bareAddress(written))',
      'suppressionKey(written)',
      'an address in Unicode is not found',
    ],
    ['if (at < 0 && !isDomain) return written', 'return written', 'nor is a part of one'],
  ]),
  ...faultsOf(
    'src/protocol/smtp/reply.ts',
    ['test/unit/smtp/reply.test.ts'],
    [
      ['before === 220 && now >= 400', 'before === 220', 'a greeting may end in anything'],
      ['if (isOther) this.collected = []\n', '', 'a refusal quotes the greeting before it'],
    ],
  ),
  ...faultsOf(
    'src/sending/content/content-check.ts',
    ['test/unit/content/content-check.test.ts'],
    [
      ['<= maxHereChars', '> 0', 'a large content holds up everybody'],
      ['if (hrefs.length > 0 && hasBlocklists(world))', 'if (false)', 'no list is asked'],
    ],
  ),
  ...faultsOf(
    'src/sending/domains/spf-notice.ts',
    ['test/unit/domains/spf-notice.test.ts'],
    [
      ['++walk.lookUps > maxLookUps', '++walk.lookUps >= maxLookUps', 'ten look-ups are too many'],
      ["name === 'redirect' && isClosed", 'false', 'nobody is redirected behind "all"'],
      ["isOurs && notice?.kind !== 'look_ups'", 'false', 'our own record is theirs to mend'],
      ["isNetwork(target) && !target.includes(':')", 'isNetwork(target)', 'any network is an ip4'],
    ],
  ),
  ...faultsOf('src/kernel/mail/carry.ts', carryTests, [
    ["'bcc', ", '', 'hidden copies are named'],
    ["if (!has('date'))", 'if (true)', 'a second Date is put on top'],
    ["if (has('list-unsubscribe')) return top", '', 'two ways to leave, one of them ours'],
    ['!isSealed && ', '', 'a signed letter is watched'],
    ['bodyEnd - bodyStart <= maxLetterBytes', 'true', 'letters of any size are read for links'],
  ]),
  ...faultsOf('src/kernel/mail/seven-bit.ts', carryTests, [
    [
      'if (part.isSealed && part !== root) continue',
      'if (false) continue',
      'a header below a signature changes',
    ],
    ['if (part.isSealed) continue', '', 'a part below a signature is encoded'],
    ["isText ? 'utf-8' : 'unknown-8bit'", "'utf-8'", 'octets are called what they are not'],
  ]),
  ...faultsOf('src/kernel/mail/line-ends.ts', carryTests, [
    ['byte === cr || byte === lf || byte === dot', 'byte === cr || byte === lf', 'NUL hides a dot'],
    ['at === 0 || raw[at - 1] !== cr', 'false', 'a bare LF goes on'],
  ]),
  ...faultsOf(
    'src/kernel/mail/mime-body.ts',
    ['test/unit/mail/read-message.test.ts'],
    [
      ["=== 'attachment' || fileNameOf(part) !== null", "=== 'attachment'", 'a named file is body'],
      ['isFile || !isAlternative', 'true', 'an alternative is a file'],
    ],
  ),
  ...faultsOf(
    'src/sending/delivery/raw.ts',
    ['test/spec/raw-message.spec.ts'],
    [
      ['if (made === undefined)', 'if (true)', 'a message is signed anew with other keys'],
      [
        'if (content === undefined || isForgotten(content)) return null',
        'if (!content) return null',
        'what is forgotten is shown',
      ],
    ],
  ),
  ...faultsOf(`${timeline}/retention-store.ts`, retentionTests, [
    ['!one.open && one.last < asked.until', '!one.open', 'retention deletes what just happened'],
    [
      '!one.open && one.last < asked.until',
      'one.last < asked.until',
      'retention deletes mail that waits',
    ],
    [
      'v.email_id = t.id and v.project_id = $1',
      'v.project_id = $1',
      'events of other emails are deleted',
    ],
    [
      'r.project_id = $1 and r.email_id = t.id and',
      'r.project_id = $1 and false and',
      'recipients stay behind',
    ],
    [
      'c.project_id = $1 and c.email_id = t.id and',
      'c.project_id = $1 and false and',
      'contents stay behind',
    ],
    ['order by id for update`', 'order by id`', 'retention locks recipients before their emails'],
  ]),
  ...faultsOf(
    `${timeline}/store.ts`,
    [
      'test/unit/timeline',
      'test/unit/inbound',
      'test/spec/reports.spec.ts',
      'test/unit/limits/retention.test.ts',
    ],
    [
      ['greatest(e.last_event_at, t.at)', 't.at', 'last_event_at goes back'],
      [
        'set status = t.status, last_event_at',
        'set last_event_at',
        'the status of an email never changes',
      ],
    ],
  ),
  ...faultsOf(
    `${timeline}/status.ts`,
    ['test/unit/timeline', 'test/unit/inbound', 'test/spec/delivering.spec.ts'],
    [
      [
        "if (state === 'captured' && type !== 'cancelled') return 'captured'",
        '',
        'captured mail changes its state',
      ],
      [
        "bounced: ['complained', 'opened', 'clicked']",
        "bounced: ['bounced', 'complained', 'opened', 'clicked']",
        'a second report bounces again',
      ],
      [
        "return worst ?? (states.includes('cancelled') ? 'cancelled' : 'suppressed')",
        "return states.includes('cancelled') ? 'cancelled' : (worst ?? 'suppressed')",
        'what was delivered is shown as cancelled',
      ],
      [
        "'cancelled' : 'suppressed')",
        "'cancelled' : 'delivered')",
        'suppressed mail counts as delivered',
      ],
    ],
  ),
  ...faultsOf('src/sending/suppression/suppress.ts', suppressionTests, [
    [
      'const daysToSuppress = 3',
      'const daysToSuppress = 4',
      'four days of soft bounces are needed',
    ],
    ['day - first < windowDays', 'day - first <= windowDays', 'a fifteenth day counts'],
    ['[...new Set(days)]', '[...days]', 'three bounces of one day suppress'],
    [
      'await forgetSoftBounces(tx, addresses)',
      '',
      'an address taken off the list is back at its next bounce',
    ],
    ['2 * windowDays', 'windowDays / 2', 'days are forgotten while they count'],
  ]),
  ...faultsOf('src/sending/suppression/add.ts', suppressionTests, [
    ['address: suppressionKey(entry.email)', 'address: entry.email', 'case lets mail through'],
  ]),
  ...faultsOf('src/sending/suppression/store.ts', suppressionTests, [
    [
      "(s.stream = 'all' or s.stream = t.stream)",
      "s.stream = 'all'",
      'unsubscribed people get marketing',
    ],
    [
      "s.project_id = t.project_id and s.mode = 'live'\n",
      's.project_id = t.project_id\n',
      'the test list stops live mail',
    ],
    [
      'join suppressions s on s.project_id = t.project_id and',
      'join suppressions s on',
      'the list of one project stops another',
    ],
    ["= $3 and stream = 'all'`", '= $3`', 'an entry for marketing is shown as one for all'],
    ['where day < $1::date', 'where day > $1::date', 'the newest soft bounces are forgotten'],
    [
      "order by t.n, s.stream <> 'all'",
      "order by t.n, s.stream = 'all'",
      'the narrower reason is told',
    ],
  ]),
  ...faultsOf('src/sending/delivery/deliver.ts', deliveryTests, [
    [
      'world.clock.now() - first < confirmAfterMs',
      'false',
      'a domain is believed not to exist at the second try, however soon',
    ],
  ]),
  ...faultsOf('src/sending/tracking/sightings.ts', sightingTests, [
    [
      'dueAt: at + waitMs',
      'dueAt: at',
      'a click is judged before the others of its burst are there',
    ],
    [
      'Map.groupBy([...clicks, ...others], placeOf)',
      'Map.groupBy(clicks, placeOf)',
      'what another node was asked for is not looked at',
    ],
  ]),
  ...faultsOf('src/sending/tracking/news.ts', sightingTests, [
    [
      "isBurst(one, [...beside, ...clicks]) ? 'burst' : null",
      "isBurst(one, beside) ? 'burst' : null",
      'the last link of a burst is a person’s where the others are judged',
    ],
    ['if (before.some(other => isSame(other, fact))) return []', '', 'one click is told twice'],
  ]),
  ...faultsOf('src/sending/tracking/engagement.ts', sightingTests, [
    ['clicked: 1_000 }', 'clicked: 60_000 }', 'a link that was followed before is in no burst'],
  ]),
  ...faultsOf('src/sending/delivery/outcome.ts', deliveryTests, [
    [
      'mayGiveUp ? Math.min(finding.until, givesUpAt + 1) : finding.until',
      'finding.until',
      'an email whose time is up waits for the end of a pause',
    ],
    [
      '...(finding.words ? { softBounce: true } : {}),',
      '',
      'exhausted retries count as no soft bounce',
    ],
    [
      "...(verdict.suppress ? { suppress: 'hard_bounce' as const } : {}),",
      '',
      'a hard bounce suppresses nobody',
    ],
    ['if (dueAt > givesUpAt)', 'if (false)', 'mail is tried for ever'],
    [
      '...(finding.uncertain ? { uncertain: true as const } : {}),',
      '',
      'a cut after the dot is told as certain',
    ],
  ]),
  ...faultsOf(
    'src/sending/inbound/bounce.ts',
    ['test/unit/inbound/bounce.test.ts'],
    [
      [
        "return action === 'failed' || action === 'expired'",
        'return true',
        'news of a delay is a bounce',
      ],
      ["startsWith('5')", "startsWith('4')", 'a status without an action is read the wrong way'],
      [
        'return { one, isCertain: ours.length > 0 }',
        'return { one, isCertain: true }',
        'a bounce of somebody else suppresses a list member',
      ],
      [
        'if (found === null || !found.isCertain) return null',
        'if (found === null) return null',
        'prose about somebody counts',
      ],
      [
        'ours.length > 0 ? ours : recipients',
        'recipients',
        'the first block of a report is taken for ours',
      ],
    ],
  ),
  ...faultsOf(`${limits}/quota.ts`, limitTests, [
    ['Math.max(0, caps.included - quota.monthUsed)', '0', 'overage before the volume is used up'],
    ['const inside = Math.min(all, left)', 'const inside = all', 'overage is never counted'],
    [
      'quota.dayUsed + all > caps.day',
      'quota.dayUsed + all >= caps.day',
      'a day ends one recipient early',
    ],
    [
      'quota.monthUsed + quota.extraUsed + all > caps.month',
      'quota.monthUsed + all > caps.month',
      'overage passes the month of a level',
    ],
    [
      'quota.extraMillicents + millicents > quota.capMillicents',
      'millicents > quota.capMillicents',
      'the bound of spending never adds up',
    ],
    [
      'quota.pauseUsed + paused > pausedDay',
      'quota.pauseUsed + paused > 3000',
      'a pause stops nobody',
    ],
    ['paused > 0 && amount.marketing > 0', 'false', 'a pause lets marketing through'],
    ["if (terms.pause === 'full') return 'paused'", '', 'a full pause stops nobody'],
    ['dayUsed: 0, pauseUsed: 0 }\n    if', 'pauseUsed: 0 }\n    if', 'a new day has no room'],
    ['if (quota.month !== before.month)', 'if (false)', 'a new month has no room'],
    [
      'Math.max(newcomerMonth, 30 * dailyLimit)',
      'newcomerMonth',
      'level 2 has the month of level 1',
    ],
    ['Math.min(2 * dailyLimit, maxDailyLimit)', '2 * dailyLimit', 'the doubling overflows'],
    [
      'return centsUp(quota.extraMillicents)',
      'return Math.floor(quota.extraMillicents / 1000)',
      'part of a cent is not told',
    ],
    [
      'extraUsed: quota.extraUsed + taken.extra',
      'extraUsed: taken.extra',
      'overage is forgotten at each request',
    ],
  ]),
  ...faultsOf(`${limits}/period.ts`, limitTests, [
    [
      'if (first <= date) return first',
      'if (first < date) return first',
      'the first day counts to the last month',
    ],
    ['Math.min(anchor, date.daysInMonth)', 'Math.min(anchor, 28)', 'periods begin on the 28th'],
    ['(a > b ? a : b)', '(a < b ? a : b)', 'a change of zone repeats a day'],
    ['add({ months: 1 }), anchor', 'add({ months: 2 }), anchor', 'the next period is a month late'],
  ]),
  ...faultsOf(
    'src/protocol/smtp/pool-line.ts',
    ['test/unit/smtp'],
    [
      ['const spareShare = 0.1', 'const spareShare = 0', 'one project may have all connections'],
      [
        '< this.max - connections',
        '< this.max',
        'the first to come has all connections that were left for others',
      ],
    ],
  ),
  ...faultsOf(
    'src/protocol/smtp/pool.ts',
    ['test/unit/smtp'],
    [
      [
        'node.owners.count(owner, -1)',
        'node.owners.count(owner, 0)',
        'connections of long ago count against a project',
      ],
      [
        'const pool = isFull ? [...node.starving].find(one => one.spareOwner !== undefined) : first',
        'const pool = isFull ? undefined : first',
        'who waits for a connection beyond the node’s is not told of one',
      ],
    ],
  ),
  ...faultsOf(
    'src/protocol/smtp/client.ts',
    ['test/unit/smtp'],
    [
      [
        'isProven ? unreachedStages : silentStages',
        'unreachedStages',
        'a host that takes connections and says nothing never rests',
      ],
      [
        'isProven ? unreachedStages : silentStages',
        'silentStages',
        'a healthy server whose places are all taken rests',
      ],
    ],
  ),
  ...faultsOf(
    'src/protocol/smtp/silent-hosts.ts',
    ['test/unit/smtp', 'test/unit/delivery'],
    [
      ['?? 0) > clock.monotonic()', '?? 0) < 0', 'a silent host never rests'],
      [
        'if (before && before.until > now) return',
        '',
        'openings under way together lengthen a rest',
      ],
      ['if (rests.size > 0) rests.delete(address)', '', 'a host that answers goes on resting'],
    ],
  ),
  ...faultsOf(
    'src/sending/intake/doubt.ts',
    ['test/unit/api/lost-commit.test.ts'],
    [
      ['written.has(i) ? accepted :', 'false ? accepted :', 'accepted mail is told as refused'],
      ['(_, i) => !written.has(i)', '() => true', 'what was written is written again'],
    ],
  ),
  ...faultsOf(
    'src/sending/intake/schedule.ts',
    ['test/spec/scheduling-and-cancelling.spec.ts', 'test/unit/delivery/cancelling.test.ts'],
    [
      [
        'if (waiting.some(entry => entry.tries > 0)) throw',
        'if (false) throw',
        'what was tried gets a new time',
      ],
      ["entry.held || isIn(entry, 'sent')", "isIn(entry, 'sent')", 'mail in hand is cancelled'],
      ["entry.held || isIn(entry, 'sent')", 'entry.held', 'what may have arrived is cancelled'],
      ['await deleteSubjects(tx, [id])', '', 'cancelled mail goes out'],
      [
        'await moveSubject(tx, id, own?.place(capturedKind, dueAt).dueAt ?? dueAt)',
        '',
        'a new time moves nothing',
      ],
      ['await updateSchedule(tx, tenant.projectId, id, dueAt)', '', 'the old time is shown'],
    ],
  ),
  ...faultsOf(
    'src/kernel/mail/return-path.ts',
    ['test/unit/mail/return-path.test.ts'],
    [
      [
        'timingSafeEqual(given, mac(secret, purpose, payload)) ? payload : null',
        'payload',
        'anybody makes tokens',
      ],
      ['`${purpose}\\0`', "''", 'a token of one purpose serves another'],
      [
        'bits >= 5 || (value & ((1 << bits) - 1)) !== 0',
        'bits >= 5',
        'one token has several spellings',
      ],
    ],
  ),
]
