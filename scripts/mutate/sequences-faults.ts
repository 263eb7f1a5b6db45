/** Faults of sequences: their moves, moments, entries, ends, pauses and versions. */
import { type Fault, faultsOf } from './fault.ts'

const sequences = 'src/marketing/sequences'
const steps = ['test/spec/sequences.spec.ts']
const rules = ['test/spec/sequence-rules.spec.ts']
const entries = ['test/spec/sequence-entries.spec.ts']
const people = ['test/spec/sequence-people.spec.ts']
const triggers = ['test/spec/sequence-triggers.spec.ts']
const modes = ['test/spec/sequence-modes.spec.ts']
const suppressed = ['test/spec/sequence-suppressed.spec.ts']
const warmUp = ['test/spec/sequence-warm-up.spec.ts']
const places = ['test/unit/limits/letter-places.test.ts']
const outages = ['test/spec/outages.spec.ts']
const pure = ['test/unit/sequences']
const rings = ['test/spec/sequence-rings.spec.ts']
const sums = ['test/spec/figures-add-up.spec.ts']
const clocks = ['test/spec/test-clock.spec.ts']

const ofRings: readonly Fault[] = [
  ...faultsOf(`${sequences}/definition/rings.ts`, rings, [
    ['if (id === sequence.id) throw ring(n)', '', 'a ring of sequences is published'],
    [
      'for (const next of await waysOf(id)) reached.add(next)',
      '',
      'a ring by way of another sequence is published',
    ],
  ]),
  ...faultsOf(`${sequences}/definition/graph.ts`, rings, [
    ['if (waits(steps[n]!)) continue', '', 'a ring in which people wait is refused'],
    [
      'return isLong(step.for) || step.until?.time !== undefined',
      'return true',
      'a wait that is none lets a ring pass',
    ],
  ]),
  ...faultsOf(`${sequences}/engine/acts.ts`, rings, [
    ["if (count >= maxByStepsADay) return skipped('reentry')", '', 'a ring goes round all day'],
  ]),
  ...faultsOf(`${sequences}/people/enrol.ts`, rings, [
    ['if (inside >= maxWays) return false', '', 'somebody is in sequences without end'],
  ]),
  ...faultsOf(`${sequences}/simulate/looks.ts`, sums, [
    ['passed + inside + gone', 'passed + inside', 'who left while they waited never came'],
  ]),
  ...faultsOf(`${sequences}/new-version.ts`, sums, [
    [
      '{ visit: one.visit + 1, due_at: null, waiting: null }',
      '{ due_at: null, waiting: null }',
      'a step that was left for another is passed a second time',
    ],
  ]),
  ...faultsOf('src/tenants/test-clock/routes.ts', clocks, [
    ["clock.at !== null && asked.by !== 'reset'", 'clock.at !== null', 'nothing stops an advance'],
  ]),
]

const ofMoves: readonly Fault[] = [
  ...faultsOf(
    `${sequences}/engine/advance.ts`,
    [...pure, ...steps],
    [
      ['if (until <= now) return', 'if (until > 0) return', 'a wait is over at once'],
      ['late > maxOwnLateMs ? 0 : late', '0', 'a day from seven until seven is two'],
      ['late > maxOwnLateMs ?', 'false ?', 'waits are caught up with after a standstill'],
      [
        "return { kind: 'exit', reason: 'no_date' }",
        "return { kind: 'pass', outcome: 'waited', next: step.next }",
        'who has no date is told of it at once',
      ],
      [
        "return { kind: 'pass', outcome: 'else', next: step.else }",
        "return { kind: 'pass', outcome: 'else', next: undefined }",
        'where no case holds the way ends',
      ],
      [
        "return { kind: 'pass', outcome: 'timeout', next: step.timeout }",
        "return { kind: 'pass', outcome: 'timeout', next: step.next }",
        'what did not happen leads on as if it had',
      ],
    ],
  ),
  ...faultsOf(
    `${sequences}/engine/advance.ts`,
    [...pure, ...rules, ...people],
    [
      [
        "const after = step.since === 'step' ? begun - 1 : at.enteredAt",
        'const after = at.enteredAt - 86_400_000',
        'what was done before the entry counts as awaited',
      ],
      [
        'if (barred !== null) return skip(barred)',
        '',
        'whoever may not be written to is written to',
      ],
      [
        "if (quietEnd !== null) return { kind: 'hold', reason: 'quiet_hours', until: quietEnd }",
        '',
        'letters go out in quiet hours',
      ],
      ["step.if_capped === 'skip'", 'false', 'a letter that may be left out waits'],
      [
        'own ?? patience ?? defaultPatience',
        'patience ?? defaultPatience',
        'the patience of a step is not its own',
      ],
    ],
  ),
  ...faultsOf(`${sequences}/engine/moments.ts`, pure, [
    ['if (at >= after) return at', 'if (at > after) return at', 'an hour that is now is tomorrow'],
    [
      '!days.includes(day.dayOfWeek)',
      'days.includes(day.dayOfWeek)',
      'a wait ends on the other days',
    ],
    [
      'if (year !== null && year < own.year) return null',
      '',
      'an anniversary comes before its date',
    ],
    [
      'start.add(offset).epochMilliseconds',
      "start.add(offset.replace('-', '')).epochMilliseconds",
      'before a date is after it',
    ],
    ['at > after && at <= until', 'at >= after && at <= until', 'a moment comes twice'],
    [
      "if (monthDays.has('02-28')) monthDays.add('02-29')",
      '',
      'who is of 29 February has no anniversary',
    ],
  ]),
  ...faultsOf(`${sequences}/engine/turn.ts`, outages, [
    ['if (dueAt !== null) return dueAt.getTime()\n', '', 'a letter behind a wait is never late'],
    [
      'waiting: this.#plannedBy(this.now) }',
      'waiting: null }',
      'what is left to another turn is in time',
    ],
    [
      'const placed = waiting?.until ? Date.parse(waiting.until) : now',
      'const placed = now',
      'a letter out of quiet hours is never late',
    ],
    ['{ since, ...this.#plannedBy(until) }', '{ since }', 'a place makes a late letter be in time'],
  ]),
  ...faultsOf(
    `${sequences}/engine/turn.ts`,
    [...pure, ...people],
    [
      [
        'this.wakeAt = Math.min(until, endOfPatience(this.step, Date.parse(since), patience))',
        'this.wakeAt = until',
        'a letter is given up only when its place comes',
      ],
      [
        'const since = waiting?.since ?? new Date(this.now).toISOString()',
        'const since = new Date(this.now).toISOString()',
        'patience begins anew at each look',
      ],
    ],
  ),
  ...faultsOf(`${sequences}/engine/crowd.ts`, outages, [
    ['const lateMs = dayMs', 'const lateMs = dayMs / 6', 'a letter is late after hours'],
  ]),
  ...faultsOf(`${sequences}/engine/letter-step.ts`, warmUp, [
    ['{ ...prepared, isWarm: true }', 'prepared', 'delivery takes a second place for a letter'],
    [
      "waiting?.reason === 'warm_up'",
      "waiting?.reason === 'never'",
      'whoever is woken asks for a second day',
    ],
  ]),
  ...faultsOf(`${sequences}/definition/graph.ts`, warmUp, [
    [
      'isBegun || !isSpan(step)',
      'true',
      'whoever begins a wait stands in line for the letter behind it',
    ],
    ['isBegun || !isSpan(step)', '!isSpan(step)', 'a letter behind a wait asks for no place'],
  ]),
  ...faultsOf('src/tenants/limits/letter-places.ts', places, [
    ['used: state.used - 1', 'used: state.used', 'the place of what is refused is lost'],
    ['if (isWarm(state)) noteWarm', 'if (!isWarm(state)) noteWarm', 'a new domain counts as warm'],
  ]),
  ...faultsOf(`${sequences}/engine/crowd.ts`, rules, [
    ['if (rate == null) return now', 'return now', 'a sequence has no pace'],
    [
      "if (row?.state !== 'inside') {",
      "if (row?.state === 'finished') {",
      'who was let go by a step goes on',
    ],
  ]),
  ...faultsOf(
    `${sequences}/engine/dates.ts`,
    [...outages, ...triggers],
    [
      ['moments.filter(one => one.at <= now)', 'moments', 'people come in before their date'],
      [
        "stateOf(sequence.status).entry === 'open' || sequence.while_paused === 'hold'",
        'true',
        'dates let in while a sequence is paused',
      ],
      [
        'looked_at: new Date(now)',
        'looked_at: before.looked_at',
        'a date lets in again at each look',
      ],
    ],
  ),
]

const ofEntries: readonly Fault[] = [
  ...faultsOf(`${sequences}/engine/moves-store.ts`, entries, [
    [
      "mode === 'never' ? 'false'",
      "mode === 'never' ? 'not e.is_inside'",
      'whoever was in it comes in again',
    ],
    [' and e.entered_at <= $8', '', 'the gap between two visits is not kept'],
    ['set is_inside = false', 'set is_inside = true', 'who has left counts as inside'],
  ]),
  ...faultsOf(
    `${sequences}/people/enrol.ts`,
    [...entries, ...rules],
    [
      [
        "event?.[key.replace(/^event\\./, '')]",
        'event?.[key]',
        'all entries of a person have one key',
      ],
      [
        "const out = endings.filter(one => one.state !== 'finished' && one.isStep !== true)",
        'const out: typeof endings = []',
        'who goes out gets the letter that waits',
      ],
      [
        "step: state === 'finished' ? null : enrollment.step,",
        'step: enrollment.step,',
        'who has finished stands at a step',
      ],
    ],
  ),
  ...faultsOf(
    `${sequences}/engine/listen.ts`,
    [...entries, ...steps],
    [
      [
        'one.at >= now - maxAgeMs && definition.triggers',
        'definition.triggers',
        'a back-fill lets people in',
      ],
      [
        'trigger.name === name && wheresHold(trigger.where ?? [], data)',
        'trigger.name === name',
        'activity of any data begins',
      ],
      ['data?.topic_id === trigger.topic_id', 'true', 'joining any topic begins'],
      ['data?.segment_id === trigger.segment_id', 'true', 'coming into any segment begins'],
      [
        'if (reason !== undefined) endings.push',
        'if (reason === undefined) endings.push',
        'who does what ends a way stays',
      ],
    ],
  ),
  ...faultsOf(`${sequences}/engine/listen.ts`, people, [
    [
      "return isAwaited || exits.some(rule => rule.on === 'filter')",
      'return isAwaited',
      'a filter of exit is looked at too late',
    ],
  ]),
  ...faultsOf(
    `${sequences}/people/person.ts`,
    [...pure, ...people],
    [
      [
        "if (contact.snoozed_until !== null && contact.snoozed_until.getTime() > now) return 'snoozed'",
        '',
        'a pause of the person is not kept',
      ],
      [
        "if (suppressions.length > 0) return 'suppressed'",
        '',
        'who may not be written to stays inside',
      ],
      [
        "if (state === 'pending') return 'not_confirmed'",
        "if (state === 'pending') return null",
        'who has not confirmed is written to',
      ],
    ],
  ),
  ...faultsOf(`${sequences}/engine/acts.ts`, rules, [
    [
      "return enrolled?.isCreated === true ? done : skipped('reentry')",
      'return done',
      'who was not let in is said to be',
    ],
  ]),
]

const ofOthers: readonly Fault[] = [
  ...faultsOf(`${sequences}/engine/standstill.ts`, modes, [
    ['one.due_at.getTime() + ms', 'one.due_at.getTime()', 'a pause does not stop the clock'],
    ["page.filter(one => one.mode === 'live')", 'page', 'the pause of an account moves test mode'],
    [
      'return Math.max(0, now - since - Math.max(0, to - from))',
      'return Math.max(0, now - since)',
      'two pauses at once count twice',
    ],
  ]),
  ...faultsOf(
    `${sequences}/new-version.ts`,
    [...steps, ...people],
    [
      ["if (moving.how === 'finish') return", '', 'who may finish is moved'],
      ['(ownOf(map, step) ?? step)', 'step', 'the map of steps is not followed'],
      ['(ownOf(map, step) ?? step)', '(map[step] ?? step)', 'a step named "constructor" is left'],
      [
        ': { visit: one.visit + 1, due_at: null, waiting: null }',
        ': { visit: one.visit + 1 }',
        'a wait goes on at another step',
      ],
      [
        "const out = fates.filter(one => one.fate !== 'move')",
        'const out: typeof fates = []',
        'whose step is gone stays inside',
      ],
    ],
  ),
  ...faultsOf(`${sequences}/people/inside.ts`, modes, [
    [
      'page.filter(one => one.mode === mode)',
      "page.filter(one => one.mode === 'live')",
      'test mode is left behind',
    ],
  ]),
]

/** What comes from outside while somebody is inside: the suppression list, consent. */
const ofFacts: readonly Fault[] = [
  ...faultsOf(`${sequences}/people/suppressed.ts`, suppressed, [
    [
      '  if (inside.length === 0) return\n  const n',
      '  if (inside.length >= 0) return\n  const n',
      'who bounces goes on getting letters',
    ],
    ['modes.indexOf(mode)', '0', 'in test mode nobody leaves by a suppression'],
    [
      'inside.map(enrollment => ({ enrollment,',
      'inside.slice(1).map(enrollment => ({ enrollment,',
      'one sequence is not left',
    ],
  ]),
  ...faultsOf('src/sending/suppression/add.ts', suppressed, [
    [
      'const addresses = some.map(one => suppressionKey(one.email))',
      'const addresses = some.map(one => one.email)',
      'an address written in another way is not found among people',
    ],
  ]),
  ...faultsOf('src/sending/delivery/settle.ts', suppressed, [
    [
      'softBounce || suppress !== undefined',
      'softBounce',
      'a bounce is told of after its transaction, to nobody',
    ],
  ]),
  ...faultsOf('src/marketing/contacts/people/by-step.ts', entries, [
    [
      "  if (action === 'join' && !(await mayJoinByStep(tx, call.tenant, contactId))) return false\n",
      '',
      'a step lets somebody into a topic who has never said yes',
    ],
    [
      "if (outcome === undefined || 'error' in outcome) return false",
      'if (outcome === undefined) return false',
      'who has left a topic is said to have joined',
    ],
  ]),
  ...faultsOf('src/marketing/contacts/consent/consent-store.ts', entries, [
    [
      "and action in ('joined', 'confirmed', 'imported') limit 1",
      "and action <> 'joined' limit 1",
      'leaving is taken for consent',
    ],
  ]),
  ...faultsOf(`${sequences}/simulate/simulate.ts`, entries, [
    [
      "if (topics.some(one => one.id === topicId && one.state === 'unsubscribed')) return false",
      '',
      'a simulation lets in who has left',
    ],
  ]),
]

export const sequencesFaults: readonly Fault[] = [
  ...ofMoves,
  ...ofRings,
  ...ofEntries,
  ...ofOthers,
  ...ofFacts,
]
