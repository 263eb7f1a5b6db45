/** Faults of contacts, consent, segments, imports and forms. */
import { type Fault, faultsOf } from './fault.ts'

const contacts = 'src/marketing/contacts'
const segments = 'src/marketing/segments'
const imports = 'src/marketing/imports'
const forms = 'src/marketing/forms'
const contactTests = ['test/spec/contacts.spec.ts']
const consentTests = ['test/spec/consent.spec.ts']
const keyTests = ['test/spec/consent-keys.spec.ts']
const engineTests = ['test/unit/segments']
const segmentTests = ['test/spec/segments.spec.ts']
const importTests = ['test/spec/imports.spec.ts']
const lineTests = ['test/unit/imports/broken-lines.test.ts']
const toldTests = ['test/spec/imports-told.spec.ts']
const habitTests = ['test/unit/imports/habits.test.ts']
const undoTests = ['test/spec/import-undo.spec.ts']
const formTests = ['test/spec/forms.spec.ts']
const leavingTests = ['test/spec/leaving-for-good.spec.ts']
const strangerTests = ['test/spec/strangers-at-forms.spec.ts']
const linkTests = ['test/spec/preferences-of-letters.spec.ts']

const setUpTests = ['test/spec/test-keys-set-up.spec.ts']

const ofContacts: readonly Fault[] = [
  ...faultsOf(`${contacts}/consent/verify.ts`, keyTests, [
    ["published.key !== undefined && !isGiven ? 'key'", "false ? 'key'", "any file's key will do"],
    [
      'day >= first && day < last',
      'day >= first && day > last',
      'published heads are not compared',
    ],
    [
      '[...own.keys()].every(day => day === last || days.has(day))',
      'true',
      'a day that was never published is taken',
    ],
    ["key: isGiven ? 'verified' : 'unverified' }", "key: 'verified' }", 'a file proves itself'],
  ]),
  ...faultsOf('src/kernel/routes/made-by.ts', setUpTests, [
    [
      'if (one !== null && !(await isByTest(db, call.tenant.projectId, one))) {',
      'if (false) {',
      'a test key changes what is live',
    ],
    ["if (madeBy(call) === 'test') throw", 'if (false) throw', 'a test key changes the settings'],
    [
      'await noteOfTest(tx, call.tenant.projectId, [id])',
      '',
      'live mode uses what a test key set up',
    ],
    ['await takeOver(sql, call.tenant.projectId, one.id)', '', 'what is published stays a trial'],
    ["if (madeBy(call) === 'live' ||", "if (madeBy(call) !== 'live' ||", 'a test key renames'],
  ]),
  ...faultsOf('src/kernel/world/set-up-of-test.ts', setUpTests, [
    ["mode === 'test' || !(await isOfTest", 'true || !(await isOfTest', 'a trial is sent by'],
  ]),
  ...faultsOf('src/marketing/templates/draft-version.ts', setUpTests, [
    ["tenant.mode !== 'test'", 'false', 'a draft goes out'],
  ]),
  ...faultsOf(
    'src/kernel/base/time-zones.ts',
    ['test/unit/base/time-zones.test.ts'],
    [['if (!/^[A-Za-z]/.test(name)) return false', '', 'an offset is taken for a zone']],
  ),
  ...faultsOf(`${contacts}/people/upsert.ts`, contactTests, [
    [
      'byAddress !== null && byAddress.id !== byExternalId.id',
      'false',
      'a contact gets the address of another',
    ],
    [
      'byAddress?.externalId != null && fields.externalId != null',
      'false',
      'an own key is replaced by another',
    ],
    [
      'if (value === null) delete merged[key]',
      'if (value === null) continue',
      'null keeps a value',
    ],
    ['...now }', '}', 'properties are not merged'],
    ['isKept && now !== null', 'isKept', 'keep does not fill what is empty'],
  ]),
  ...faultsOf(
    `${contacts}/people/upsert.ts`,
    ['test/spec/test-contacts-count.spec.ts'],
    [
      ['    this.#room--\n', '', 'one call brings as many test contacts as it likes'],
      ["mode === 'test' ?", 'true ?', 'live contacts of the Free plan are bounded'],
      ['maxFreeTests - count', 'maxFreeTests', 'test contacts are bounded by the call alone'],
    ],
  ),
  ...faultsOf(`${contacts}/people/upsert.ts`, leavingTests, [
    ['arrived.map(({ id, email })', '[].map(({ id, email })', 'who comes in anew has never left'],
  ]),
  ...faultsOf(`${contacts}/people/address-change.ts`, leavingTests, [
    ['  await carrySuppressions(tx, world, tenant, moved)\n', '', 'a new address has left nothing'],
    [
      '  await carryLeavings(tx, world, tenant, moved)\n',
      '',
      'topics left go with the old address',
    ],
    ['entries.filter(isWordOfPerson)', 'entries', 'a bounce goes along to another address'],
    ['at: entry.created_at.getTime()', 'at: world.clock.now()', 'leaving is as late as the change'],
    [
      'timeOfId(emailId) < until.get(address)!',
      'false',
      'a late complaint stays with the old address',
    ],
  ]),
  ...faultsOf(`${contacts}/consent/leavings.ts`, leavingTests, [
    [
      "person.isReturning && now?.state === 'subscribed' && isLater",
      'isLater',
      'whoever joined by another address takes it back',
    ],
    ["await deleteLeavings(tx, owner, of('back'))", '', 'what was taken back is remembered'],
  ]),
  ...faultsOf(`${contacts}/consent/choose.ts`, leavingTests, [
    [
      "word: 'left' }])\n  else await leaveAllUnder(tx, call, { email, emailId })",
      "word: 'back' }])\n  else await leaveAllUnder(tx, call, { email, emailId })",
      'the old address has left nothing',
    ],
  ]),
  ...faultsOf(`${contacts}/consent/consent.ts`, leavingTests, [
    ['if (change.isUndone !== true) ', '', 'an undone import is a word of people'],
    [
      'return left === null ? null :',
      'return left !== null ? null :',
      'a confirmation that nobody gave forgets a leaving',
    ],
  ]),
  ...faultsOf(`${contacts}/consent/sign-up.ts`, strangerTests, [
    [
      'pending.length === 0 ? fields : ofBrowser(fields)',
      'fields',
      'what a stranger types of somebody new is written at once',
    ],
    ['[emailOf(fields)]', '[fields]', 'what a stranger types is written to who is known'],
  ]),
  ...faultsOf(`${contacts}/consent/consent.ts`, strangerTests, [
    [
      'known.since <= (change.askedAt ?? this.#now)',
      'true',
      'an old link confirms what was asked for since',
    ],
  ]),
  ...faultsOf(`${forms}/confirm-page.ts`, strangerTests, [
    ["!isOver('pending', askedAt, now)", 'true', 'the link of a confirmation never ages'],
  ]),
  ...faultsOf(`${forms}/bounds.ts`, strangerTests, [
    [
      "digestOf('address', mode, mailboxOf(email))",
      "digestOf('address', mode, suppressionKey(email))",
      'each spelling of a mailbox gets a letter',
    ],
  ]),
  ...faultsOf(`${forms}/preferences.ts`, linkTests, [
    [
      'return address !== addressDigest(email)',
      'return false',
      'an earlier address sees who somebody is now',
    ],
  ]),
  ...faultsOf(`${contacts}/people/reading.ts`, linkTests, [
    ['topicId === null ? isPublic(id) : id === topicId', 'true', 'why names every topic'],
  ]),
  ...faultsOf('src/marketing/campaigns/audience/audience-store.ts', linkTests, [
    [
      'if (definition.topic_id === null) {',
      'if (false) {',
      'who has confirmed nothing is written to',
    ],
  ]),
  ...faultsOf(`${contacts}/fields/fields.ts`, contactTests, [
    ['const text = given.trim()', 'const text = given', 'texts are not trimmed'],
    ['languageTag(text)', 'text', 'a language is not canonical'],
  ]),
  ...faultsOf(`${contacts}/people/create.ts`, contactTests, [
    ["principal.scope === 'send'", 'false', 'a sending key reads people'],
  ]),
  ...faultsOf(`${contacts}/people/batch.ts`, contactTests, [
    ['if (!skips) throw refusal', 'if (false) throw refusal', 'a batch is written in part'],
    ['contacts.length > maxContacts', 'contacts.length > 9_999', 'a batch has no bound'],
  ]),
  ...faultsOf(`${contacts}/routes.ts`, contactTests, [
    ["given.email === ''", 'false', 'an address is cleared without a word'],
  ]),
  ...faultsOf(`${contacts}/consent/consent-store.ts`, contactTests, [
    [
      "payload - 'address' - 'ip' - 'user_agent'",
      "payload - 'address' - 'user_agent'",
      'erasing keeps where somebody was',
    ],
    ['row?.address ?? null', "row?.address ?? ''", 'consents are shown after the erasure'],
  ]),
]

const ofConsent: readonly Fault[] = [
  ...faultsOf(`${contacts}/consent/consent.ts`, consentTests, [
    [
      'if (blocks.some(one => !one.isOwn)) return blockedByOthers()\n    const lastLeft',
      'const lastLeft',
      'consent lifts what a bounce has said',
    ],
    ['(change.evidence?.at ?? 0) > lastLeft', 'true', 'anybody brings back who has left'],
    ["'imported' : 'joined'", "'joined' : 'imported'", 'a record has the wrong action'],
    ['      evidence?.confirmed === true && ', '      ', 'any evidence confirms'],
  ]),
  {
    file: `${contacts}/consent/consent.ts`,
    find: "if (change.method === 'import') return hasLeft()",
    instead: "if (change.method === 'import') return null",
    wrong: 'an import brings back who has left',
    tests: importTests,
  },
  {
    file: `${contacts}/consent/consent.ts`,
    find: "change.method === 'form' && (leftAt !== null || blocks.length > 0)",
    instead: 'false',
    wrong: 'whoever types an address brings its owner back',
    tests: formTests,
  },
  ...faultsOf(`${contacts}/consent/chain.ts`, consentTests, [
    ['previous = link.hash', '', 'records are not chained to each other'],
    ['await lockChain(tx, owner)', '', 'two writers append to one chain'],
    ['sign(null, Buffer.from(text), key)', "sign(null, Buffer.from(''), key)", 'nothing is signed'],
  ]),
]

const ofSegments: readonly Fault[] = [
  ...faultsOf(`${segments}/compile-store.ts`, engineTests, [
    [
      'coalesce(not (${condition}), true)`',
      'coalesce(not (${condition}), false)`',
      'absent is equal',
    ],
    ["gte: '>='", "gte: '>'", 'at least is more than'],
    ["test.op === 'has_all' ? '?&' : '?|'", "'?|'", 'one of all is enough'],
    ['having(atMost + 1)', 'having(atMost)', 'at most is less than'],
    ["[...stored, 'cancelled']", 'stored', 'a way that was cut short is in no state'],
    ['!test.texts.some(startsLikeList)', 'true', 'a list equals a text that looks like it'],
    [
      '(c.properties -> ${add(key)})::numeric`',
      '(c.properties -> ${add(key)})::float4`',
      'numbers are rounded',
    ],
  ]),
  ...faultsOf(`${segments}/dates-store.ts`, engineTests, [
    ["interval '1 millisecond' end)", "interval '1 day' end)", 'an instant lasts for a day'],
    ['(${text}::date + 1)', '(${text}::date)', 'a day has no length'],
    [
      'return `${start()} >= ${from.end()}`',
      'return `${start()} >= ${from.start()}`',
      'after is on',
    ],
  ]),
  ...faultsOf(`${segments}/count.ts`, engineTests, [
    [
      'if (sqlState(error) !== invalidParameter) throw error',
      'throw error',
      'a wrong value ends a count',
    ],
    [
      'sum(hold => hold[i]!)',
      'sum(hold => i > 0 && hold[i]!)',
      'the first condition is never counted',
    ],
  ]),
  ...faultsOf(`${segments}/evaluate.ts`, engineTests, [
    ["test.op !== 'has_none'", 'true', 'none of them is some of them'],
    [
      "if (text === null) return test.op === 'not_within'",
      'if (text === null) return false',
      'no date is within',
    ],
    ['letters.slice(0, last)', 'letters.slice(last)', 'the last letters are the first'],
    ["overflow: 'constrain'", "overflow: 'reject'", '29 February has no anniversary'],
    ["state === 'never'", 'false', 'nobody was never in a sequence'],
  ]),
  ...faultsOf(`${segments}/filter.ts`, segmentTests, [
    ['reading.depth >= maxSegmentDepth', 'false', 'segments nest without bound'],
    ['reading.within.includes(id)', 'false', 'segments go round in a circle'],
    [
      '++reading.count.leaves > maxLeaves',
      '++reading.count.leaves > 10_000',
      'a filter has no bound',
    ],
    [
      'if (level > maxLevels) throw refuse(path, tooDeep)\n  return',
      'return',
      'groups nest without bound',
    ],
  ]),
  ...faultsOf(`${segments}/store.ts`, segmentTests, [
    [
      'set count = n.count + excluded.count',
      'set count = excluded.count',
      'members are counted by the last call',
    ],
  ]),
]

const ofImports: readonly Fault[] = [
  ...faultsOf(`${imports}/run.ts`, importTests, [
    ["isKnown ? 'duplicate' : one.outcome", 'one.outcome', 'a person counts twice'],
    [
      'one.pending,\n      isBulk: true',
      'one.pending,\n      isBulk: false',
      'confirmations go before invoices',
    ],
  ]),
  ...faultsOf(`${imports}/run.ts`, undoTests, [
    ['|| tried.has(emailKeys[i]!)', '', 'a dry run counts twice whoever comes again far below'],
    ['else await deleteChunks', 'await deleteChunks', 'what was tried cannot be run'],
  ]),
  ...faultsOf(`${imports}/routes.ts`, undoTests, [
    ['if (isTried) await deleteErrors(tx, key)', '', 'the errors of a trial are told twice'],
    ['if (isOld || ', 'if (', 'an import is undone for ever'],
  ]),
  ...faultsOf(`${imports}/encoding.ts`, importTests, [
    [
      "new TextDecoder('windows-1252')",
      "new TextDecoder('utf-8')",
      'accents of spreadsheets are lost',
    ],
  ]),
  ...faultsOf(`${imports}/encoding.ts`, lineTests, [
    ['this.#good > bad', 'false', 'one bad byte makes another file of a whole one'],
  ]),
  ...faultsOf(`${imports}/split.ts`, lineTests, [
    [
      'if (isOwn === true) return firstLine',
      'if (false) return firstLine',
      'a quote swallows people',
    ],
    [
      'if (!closes) return firstLine',
      'if (false) return firstLine',
      'a quote swallows the next line',
    ],
  ]),
  ...faultsOf(`${imports}/table.ts`, habitTests, [
    [
      'mostAddresses(rows, width).share * 4',
      '0',
      'the width of a header says what parts its cells',
    ],
  ]),
  ...faultsOf(`${imports}/numbers.ts`, habitTests, [
    ["return isGroup ? 'either' : mark", 'return mark', 'three digits behind a comma are decimals'],
  ]),
  ...faultsOf(`${imports}/mapping.ts`, habitTests, [
    ['mustSayWhoLeft(recognised, given)', '', 'who has left elsewhere comes in silently'],
  ]),
  ...faultsOf(`${imports}/recognise.ts`, toldTests, [
    ['withoutOpen(proposed, leaving)', 'proposed', 'who may have left comes in by a proposal'],
  ]),
  ...faultsOf(`${imports}/evidence.ts`, toldTests, [
    ['all.some(maySayLeft) && (', '(', 'any column called status is asked about'],
    ['isStandingTitle(title) || ', '', 'who has left by a status comes in'],
  ]),
  ...faultsOf(`${contacts}/people/take-out.ts`, undoTests, [
    [
      '!isSame(current, after) || said.has(contactId)',
      'said.has(contactId)',
      'undoing deletes who was changed',
    ],
    ['|| said.has(contactId)', '', 'undoing deletes who has joined something'],
    [
      'contact === undefined || isOwn',
      'contact === undefined',
      'undoing leaves what people joined themselves',
    ],
    [
      'text(current[name]) === text(after[name]) ? (before[name] ?? null)',
      'text(current[name]) === text(after[name]) ? (after[name] ?? null)',
      'fields do not go back',
    ],
  ]),
]

const ofForms: readonly Fault[] = [
  ...faultsOf(
    `${forms}/form-token.ts`,
    ['test/spec/forms.spec.ts', 'test/spec/form-script.spec.ts'],
    [
      [
        "ageMs < minAgeMs ? 'young' : 'good'",
        "'good'",
        'a form is sent before anybody could read it',
      ],
      ['if (ageMs > maxAgeMs) return', 'if (false) return', 'a token is good for ever'],
      [
        "asker === 'script' && !isProof(token, proof)",
        'false',
        'a program sends forms without the work',
      ],
    ],
  ),
  ...faultsOf(`${forms}/form-page.ts`, formTests, [
    ["(visit.form.get(trap) ?? '') !== ''", 'false', 'programs fill in what nobody sees'],
    ["if (text === '' && required)", 'if (false && required)', 'what is required may be missing'],
  ]),
  ...faultsOf(`${forms}/bounds.ts`, formTests, [
    ['if (uses >= maxFromNetwork) return false', '', 'one network sends without bound'],
    ['|| justNow.uses > 0 ||', '||', 'letters follow each other at once'],
    ['|| alarms.uses > 0) return false', ') return false', 'an address is bombed'],
  ]),
  ...faultsOf(
    `${forms}/bounds.ts`,
    ['test/unit/forms/bounds.test.ts'],
    [
      [
        "address.split('.').slice(0, 3)",
        "address.split('.')",
        'each address is a network of its own',
      ],
    ],
  ),
]

export const contactsFaults: readonly Fault[] = [
  ...ofContacts,
  ...ofConsent,
  ...ofSegments,
  ...ofImports,
  ...ofForms,
]
