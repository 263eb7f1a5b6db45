/** Faults of campaigns: who gets which letter and when, what stops them, and what is told of them. */
import { type Fault, faultsOf } from './fault.ts'

const campaigns = 'src/marketing/campaigns'
const rules = ['test/unit/campaigns/rules.test.ts']
const letter = ['test/unit/campaigns/letter.test.ts']
const release = ['test/unit/campaigns/release.test.ts']
const audience = ['test/unit/campaigns/audience.test.ts']
const forecast = ['test/unit/campaigns/forecast.test.ts']
const links = ['test/unit/campaigns/links.test.ts']
const limits = ['test/spec/campaign-limits.spec.ts']
const trials = ['test/spec/campaign-tests.spec.ts']
const pages = ['test/spec/campaign-pages.spec.ts']
const reasons = ['test/spec/campaign-why.spec.ts']
const ahead = ['test/spec/campaign-forecast.spec.ts']
const people = ['test/spec/campaign-people.spec.ts']
const ends = ['test/spec/campaign-ends.spec.ts']
const outages = ['test/spec/outages.spec.ts']

const ofLetters: readonly Fault[] = [
  ...faultsOf(`${campaigns}/preflight/link-looks.ts`, links, [
    ['ofCall >= maxOfCall', 'false', 'a call presses on a host'],
    ['times.length >= maxOfMinute', 'false', 'many calls press on a host'],
    [
      "if (port !== '' && port !== '80' && port !== '443') return false",
      '',
      'ports are knocked at',
    ],
    [
      'const isAlone = !kept.running.has(projectId)',
      'const isAlone = true',
      'looks run side by side',
    ],
    ['kept.answers.set(url, { at: now(), answer })', '', 'no answer is kept'],
  ]),
  ...faultsOf(`${campaigns}/definition/ab.ts`, rules, [
    ['if (place < weight) return key', 'if (place < 1) return key', 'weights are not kept'],
    [
      '1 + hits, 1 + Math.max(0, letters - hits)',
      '1 + Math.max(0, letters - hits), 1 + hits',
      'the worst variant wins',
    ],
    [
      'probability >= ab.min_probability',
      'probability > 0',
      'a test that says nothing decides all the same',
    ],
    [
      'found.filter(({ letters }) => letters > 0)',
      'found',
      'a variant that nobody got is taken for the best',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/drafts.ts`, trials, [
    [
      'progress.ab?.winner ?? variantOf(ab, rank)',
      'variantOf(ab, rank)',
      'the rest does not get the variant that won',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/drafts.ts`, release, [
    [
      "    return { reason: 'error' }\n  }\n}",
      '    throw error\n  }\n}',
      'the fault of one letter stops all others',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/letter.ts`, letter, [
    [
      "missing !== undefined && common.campaign.definition.on_missing === 'skip'",
      'false',
      'a letter with a hole goes out',
    ],
    [
      "missing !== undefined && common.campaign.definition.on_missing === 'skip'",
      'missing !== undefined',
      'who lacks a value is left out though the campaign says otherwise',
    ],
    [
      'chooseLanguage([...byLanguage.keys()], contact.language, home)',
      'chooseLanguage([...byLanguage.keys()], home, home)',
      'nobody gets their own language',
    ],
    [
      'const zone = contact.time_zone ?? common.zone',
      'const zone = common.zone',
      'a date is that of the account, not of the person',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/letter.ts`, letter, [
    [
      '(variant === null ? undefined : common.variants.get(variant)) ?? common.read',
      'common.read',
      'all variants are the same letter',
    ],
    ['tried?.from ?? definition.from!', 'definition.from!', 'a variant has not its own sender'],
  ]),
  ...faultsOf(`${campaigns}/preflight/legal.ts`, letter, [
    ['].every(body =>', '].some(body =>', 'a way to leave that only some see is enough'],
    ['literal(escapedText(address))', 'literal(address)', 'an address is read as HTML'],
  ]),
]

const ofRelease: readonly Fault[] = [
  ...faultsOf(`${campaigns}/sending/release.ts`, release, [
    [
      'if (version !== one.version) continue',
      '',
      'a letter is made of what a person was before a change',
    ],
    [
      "found ?? (until === undefined ? null : 'capped')",
      "until === undefined ? null : 'capped'",
      'who left after they were chosen is written to',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/release.ts`, trials, [
    ['quietUntil(quiet, now, own ?? zone)', 'quietUntil(quiet, now, zone)', 'nights are all one'],
  ]),
  ...faultsOf(`${campaigns}/sending/release.ts`, limits, [
    [
      'return until <= (since?.getTime() ?? now) + maxCappedMs ? until : null',
      'return until',
      'who has had enough waits beyond two days',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, outages, [
    [
      'if (this.#now - dueAt > maxLateMs) {',
      'if (this.#now < dueAt) {',
      'what was missed by a day goes out unasked',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, limits, [
    [
      "if (this.#sendUntil <= this.#now) return this.#end('skipped', 'too_late')\n    const closed",
      'const closed',
      'letters go out after their end',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, ends, [
    [
      'Math.min(at, this.#sendUntil)',
      'at',
      'who waits when the time of a campaign is over waits on',
    ],
    [
      "if (this.#sendUntil <= this.#now) return this.#end('skipped', 'too_late')\n    const ab",
      'const ab',
      'a test goes on though the time of its campaign is over',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, ahead, [
    [
      "if (opens !== null) return this.#wait('window', opens)",
      '',
      'letters go out while the window is closed',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, trials, [
    [
      'this.#isTrying() ? firstLetters - (progress.released ?? 0) : tokens.count',
      'tokens.count',
      'the rest goes out before the first letters have spoken',
    ],
    [
      'isLimit(reason) ? Math.min(until, this.#now + limitLookMs(this.#now - since)) : until',
      'until',
      'a limit that was raised is noticed the next day',
    ],
    ["if (at > this.#now) return this.#wait('test_result', at)", '', 'a test is over at once'],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, release, [
    [
      "if (by === 'guard') await holdLetters(this.#tx, this.#campaign.id)",
      '',
      'letters that wait go out though the guard has stopped the campaign',
    ],
    [
      'if (this.#isGuarded && (await this.#figures()) === null) return this.#pauseBy',
      'if (false) return this.#pauseBy',
      'the guard does not look while the last letters leave',
    ],
  ]),
  ...faultsOf(`${campaigns}/definition/guard.ts`, rules, [
    ['if (results < minResults) return false', '', 'three letters stop a campaign'],
    ['complained >= minComplained && ', '', 'one complaint stops a campaign'],
    ['hard >= results * maxHard ||', '', 'addresses that do not exist stop nothing'],
  ]),
  ...faultsOf(`${campaigns}/forecast/pace.ts`, rules, [
    [
      'Math.min(Math.max(1, rate / 60), tokens + (now - at) * perMs)',
      'tokens + (now - at) * perMs',
      'what was not sent at night goes out in one burst',
    ],
    ['window - due - held', 'window - due', 'letters in hand take no room in the queue'],
  ]),
  ...faultsOf(`${campaigns}/forecast/rooms.ts`, rules, [
    [
      'Math.max(limit * smallest, largest * margin)',
      'limit * smallest',
      'what is kept for other mail does not grow with it',
    ],
    ['(b.room < a.room ? b : a)', 'a', 'only the limit of the day holds'],
  ]),
  ...faultsOf(`${campaigns}/forecast/forecast.ts`, forecast, [
    [
      'if (this.#tried === 0) return this.#decide()',
      '',
      'the forecast of a test of few people never ends',
    ],
  ]),
  ...faultsOf(`${campaigns}/forecast/limits.ts`, rules, [
    [
      'return now >= until || dateIn(zone, now) === day || dateIn(zone, until) > nextDay(day)',
      'return true',
      'what is left goes out at midnight',
    ],
  ]),
  ...faultsOf(`${campaigns}/definition/schedule.ts`, rules, [
    [
      "past === 'skip' ? 'skip' : nextDay(at!, zone, now)",
      "'skip'",
      'who is too far east gets none',
    ],
    ['window.until > window.from ? 0 : 1', '0', 'a window over midnight never opens'],
    ['[ownZone, ...zones].map', '[ownZone].map', 'who lives far east is read too late'],
  ]),
  ...faultsOf(`${campaigns}/definition/states.ts`, release, [
    [
      'const held = await holdLetters(tx, campaign.id)',
      'const held = 0',
      'letters that wait go out in a pause',
    ],
    [
      'await letGoSource(tx, campaign.id, new Date(now))',
      '',
      'letters that were held never go out',
    ],
    [
      'await takeBack(tx, world, tenant.projectId, campaign.id)',
      '',
      'letters of a campaign that was cancelled go out',
    ],
  ]),
]

const ofPeople: readonly Fault[] = [
  ...faultsOf(`${campaigns}/audience/audience-store.ts`, audience, [
    ["match === 'all' ? ' and ' : ' or '", "' or '", 'who is in one of two is written to'],
    [
      "then 'snoozed'`",
      'then null`',
      'who asked for a pause is written to, whatever else they said',
    ],
    ["then 'not_confirmed'", 'then null', 'who has not confirmed is written to'],
  ]),
  ...faultsOf('src/marketing/contacts/topics/topic-store.ts', audience, [
    [
      `and not exists (select from contact_topics t where t.project_id = c.project_id
          and t.contact_id = c.id and t.topic_id = o.id)`,
      '',
      'who left a topic in which all are is written to',
    ],
  ]),
  ...faultsOf(`${campaigns}/audience/audience-store.ts`, audience, [
    ["x.state in ('released', 'pending')", "x.state = 'released'", 'who waits for one gets two'],
    ['...unwanted.map(one => `not (${one.condition(add)})`),', '', 'who is excluded is written to'],
  ]),
  ...faultsOf(`${campaigns}/sending/progress-store.ts`, trials, [
    [
      "r.state = 'pending' and r.rank > $3",
      "r.state <> 'skipped' and r.rank > $3",
      'who was tried gets a second letter',
    ],
  ]),
]

const ofFigures: readonly Fault[] = [
  ...faultsOf(`${campaigns}/report/figures-store.ts`, trials, [
    [' and a.at >= r.decided_at', '', 'what people did before their letter counts for it'],
    [
      "clicked: 'l.clicked_at is not null'",
      "clicked: 'l.opened_at is not null'",
      'a test by clicks goes by openings',
    ],
  ]),
  ...faultsOf(`${campaigns}/report/links-store.ts`, trials, [
    [
      "not coalesce((details ->> 'machine')::boolean, false) as by_person",
      'true as by_person',
      'programs count as people who clicked',
    ],
  ]),
  ...faultsOf(`${campaigns}/report/stats.ts`, audience, [
    [
      'machines_only: counts.clicked_by_machines',
      'machines_only: counts.opened_by_machines',
      'programs that opened count as such that clicked',
    ],
  ]),
  ...faultsOf(`${campaigns}/report/links.ts`, links, [
    [
      'await Promise.race([mended, late])',
      'await mended',
      'a click waits as long as the database does',
    ],
  ]),
  ...faultsOf(`${campaigns}/archive/archive.ts`, pages, [
    ['at !== null && stateOf(', 'stateOf(', 'what missed its time is shown to everybody'],
  ]),
  ...faultsOf(`${campaigns}/archive/archive-letter.ts`, pages, [
    [
      "escaped(withoutHoles(text ?? ''))",
      "withoutHoles(text ?? '')",
      'the words of a letter in text are read as HTML in public',
    ],
    [
      'page.replace(unsubscribePlace, ',
      'page.replace(/nothing/, ',
      'the page for all says where somebody leaves',
    ],
    [' ${digest}`', '`', 'a link that was mended is not mended for readers'],
  ]),
  ...faultsOf(
    `${campaigns}/archive/archive-letter.ts`,
    ['test/spec/archive-readers.spec.ts'],
    [
      [
        '    return null\n',
        '    throw error\n',
        'one letter that cannot be made is no feed at all',
      ],
      ['publicAgeSeconds * 1000', '0', 'each reader has it made anew'],
    ],
  ),
  ...faultsOf(
    'src/kernel/world/made-once.ts',
    ['test/unit/world/made-once.test.ts'],
    [
      ['known.until > clock.monotonic()', 'true', 'what is kept is kept for ever'],
      ['all.size <= maxKept && weight <= maxWeight', 'all.size <= maxKept', 'any size is kept'],
      ['all.size <= maxKept && weight', 'weight', 'any number is kept'],
      ['        all.delete(key)\n', '', 'what is asked for most is forgotten first'],
      ['        () => drop(key, one),', '        () => {},', 'what failed goes on failing'],
    ],
  ),
  ...faultsOf(`${campaigns}/forecast/forecast-store.ts`, audience, [
    ['const spare = 1.2', 'const spare = 0.8', 'a sample of many has fewer than it should'],
    ['order by people.rank', 'order by people.id', 'a sample is who came first, not by chance'],
  ]),
  ...faultsOf(`${campaigns}/preflight/preflight.ts`, audience, [
    [
      'return { counted, meant, sendable, groups }',
      'return { counted, meant, sendable, groups: all }',
      'zones and languages of who may not be written to count',
    ],
    [
      'sendable: countAll(groups)',
      'sendable: countAll(all)',
      'who may not be written to counts as if they might',
    ],
  ]),
  ...faultsOf(`${campaigns}/preflight/preflight.ts`, audience, [
    [
      'if (one.from === undefined || one.from === from) continue',
      'continue',
      'nothing is said of a variant from a domain that is not ours',
    ],
  ]),
  ...faultsOf(`${campaigns}/preflight/preflight-checks.ts`, limits, [
    ['await reachesOthers(world.db, tenant, audience, own)', 'false', 'the sandbox writes to all'],
  ]),
  ...faultsOf(`${campaigns}/preflight/preflight-checks.ts`, audience, [
    [
      "account !== null && account.pause !== 'none'",
      'false',
      'nothing is said of an account that is paused',
    ],
  ]),
  ...faultsOf(`${campaigns}/preflight/preflight-checks.ts`, links, [
    ['if (answer.status >= 400)', 'if (answer.status >= 500)', 'a link to nothing is in order'],
  ]),
  ...faultsOf(`${campaigns}/audience/why.ts`, audience, [
    [
      '.map(not => ({ result: !not.result, not }))',
      '.map(not => ({ result: not.result, not }))',
      'who is excluded is said to be meant',
    ],
  ]),
  ...faultsOf(`${campaigns}/audience/why.ts`, reasons, [
    [
      'new Date(world.clock.now()) : row.decided_at',
      'new Date(world.clock.now()) : new Date(world.clock.now())',
      'a reason names letters that came after it',
    ],
  ]),
]

const ofChecks: readonly Fault[] = [
  ...faultsOf(`${campaigns}/audience/audience-store.ts`, audience, [
    [
      "${definition.topic_id === null ? `when ${isKnown} then` : 'else'} 'unsubscribed_topic'",
      "else 'unsubscribed_topic'",
      'who came by a segment is kept back for a topic that they were never in',
    ],
  ]),
  ...faultsOf(`${campaigns}/report/links.ts`, pages, [
    [
      'if (rows.length === 0) return html',
      'if (rows.length >= 0) return html',
      'the archive leads where the letter led at first',
    ],
  ]),
  ...faultsOf(`${campaigns}/sending/turn.ts`, trials, [
    [
      'return this.#campaign.definition.guard.enabled',
      "return this.#campaign.mode === 'live' && this.#campaign.definition.guard.enabled",
      'test mode has no guard',
    ],
    [
      'const isToAsk = isWaiting && this.#campaign.mode ===',
      'const isToAsk = false && this.#campaign.mode ===',
      'a test campaign without simulators waits for them',
    ],
  ]),
  ...faultsOf(
    `${campaigns}/report/stats.ts`,
    ['test/spec/campaigns.spec.ts'],
    [
      [
        "mode === 'test' ? countDeferredCaptured(sql, key) : countRetrying(sql, key.id)",
        'countRetrying(sql, key.id)',
        'simulators that are not ready count for nothing',
      ],
    ],
  ),
  ...faultsOf(`${campaigns}/report/stats.ts`, audience, [
    [
      '.filter(([, counts]) => Object.values(counts).some(count => count !== 0))',
      '',
      'a provider of nobody has a row',
    ],
  ]),
  ...faultsOf(
    `${campaigns}/audience/recipients-store.ts`,
    ['test/spec/campaigns.spec.ts'],
    [
      [
        "or starts_with(r.reason, ${given} || ':')",
        '',
        'who lacked a value is found by the value alone',
      ],
    ],
  ),
  ...faultsOf(`${campaigns}/audience/recipients-store.ts`, people, [
    ['and l.bounced_at is null and', 'and', 'what came back counts as delivered'],
    ["a.state = 'captured' and exists", 'false and exists', 'a simulator that waits is unseen'],
    ["when l.clicked_at is not null then 'clicked'", '', 'who clicked has opened'],
    [
      "(l.left_at is not null or l.left_all_at is not null)'",
      "(l.left_all_at is not null)'",
      'who left one topic has not left',
    ],
    ['r.contact_id < ${add(before)}', 'r.contact_id <= ${add(before)}', 'pages overlap'],
    ["when a.state is not null then 'sent'", '', 'a captured letter stands nowhere'],
  ]),
  ...faultsOf(`${campaigns}/definition/content.ts`, trials, [
    [
      'if (isByLanguage) return',
      'if (isByLanguage || true) return',
      'a field is named that nobody gave',
    ],
  ]),
]

export const campaignsFaults: readonly Fault[] = [
  ...ofLetters,
  ...ofRelease,
  ...ofPeople,
  ...ofFigures,
  ...ofChecks,
]
