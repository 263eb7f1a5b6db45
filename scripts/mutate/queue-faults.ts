/** Faults of the queue, of webhooks and of idempotency. */
import { type Fault, faultsOf } from './fault.ts'

const queue = 'src/platform/queue'
const webhooks = 'src/platform/webhooks'
const queueTests = ['test/unit/queue']
const webhookTests = ['test/unit/webhooks']
const streamTests = ['test/spec/streams-apart.spec.ts']
const doctorTests = ['test/unit/doctor/doctor.test.ts']
const threadTests = [
  'test/unit/world/thread-pool.test.ts',
  'test/suites/commands/node-in-a-cluster.test.ts',
]

export const queueFaults: readonly Fault[] = [
  ...faultsOf(`${queue}/store.ts`, queueTests, [
    [
      ' and q.due_at between t.since and t.till',
      ' and t.since <= t.till',
      'renewing moves settled entries',
    ],
    ['order by q.id for update of q', 'for update of q', 'leases are locked in no order'],
    [
      'any($1::uuid[]) order by id for update',
      'any($1::uuid[]) for update',
      'claims are locked in no order',
    ],
    ["entry.held ? 'held' : 'settled'", "'held'", 'a result is written twice'],
    [
      'if (entry.attempt !== token.attempt)',
      'if (entry.attempt < token.attempt)',
      'an overtaken claim still settles',
    ],
    ['tries = q.tries + t.tried', 'tries = q.tries + 1', 'waiting counts as a try'],
    [
      'case when t.fault then q.faults + 1 else 0 end',
      'q.faults',
      'faults of our own are not counted',
    ],
    [
      'e.leaseUntil === null && e.dueAt <= e.createdAt',
      'e.leaseUntil === null',
      'scheduled mail is ready at once',
    ],
    ['and not q.held\n', '\n', 'work in hand is deleted'],
    [
      'set due_at = $2, ready = false where',
      'set due_at = $2 where',
      'a moved email goes out at once',
    ],
    ['case when t.held then $11 else 0 end', '0', 'work handed over has the token of nobody'],
    [
      'case when t.ours then greatest(q.created_at, t.due_at) else q.created_at end',
      'q.created_at',
      'waiting of our own uses up the time of an email',
    ],
  ]),
  ...faultsOf(`${queue}/claim-store.ts`, queueTests, [
    [
      'attempt = q.attempt + 1, held = true, ready = false',
      'held = true, ready = false',
      'two claims have one token',
    ],
    ['held = true, ready = false', 'held = true', 'claimed work is claimed again'],
    ['set due_at = $4, attempt', 'set attempt', 'a claim has no lease'],
    [
      'order by due_at limit l.most',
      'order by due_at desc limit l.most',
      'the newest of a line goes first',
    ],
    ['limit l.most for update', 'limit 1 for update', 'a claim takes one of each line'],
    [
      'kind = $1 and not ready and due_at between',
      'not ready and due_at between',
      'work of other kinds is made ready',
    ],
    [
      'kind = $1 and not ready and due_at between $2 and $3',
      'kind = $1 and not ready',
      'what waits for later goes at once',
    ],
    [
      'set ready = true, due_at = $3 from due',
      'set ready = false, due_at = $3 from due',
      'nothing that is due becomes ready',
    ],
    ['and (select count(*) from due) < $4', '', 'very much that is due becomes ready by its time'],
    [
      'limit (select size from share) for update',
      'limit $6 for update',
      'a project has more than its share made ready',
    ],
    [
      'union all select id from expired) ready',
      ') ready',
      'a lease that has run out waits for all that is due',
    ],
    [
      'case when max(n) >= $5 then',
      'case when max(n) > $5 then',
      'projects beyond the first page are never made ready',
    ],
    [
      'where ${ready} and project_id > $4',
      'where ${ready} and project_id >= $4',
      'the last project has a second turn',
    ],
    [
      'order by due_at limit (select size from share)',
      'order by due_at limit $6',
      'what comes due of one project is all that is made ready',
    ],
  ]),
  ...faultsOf(`${queue}/coming-due.ts`, queueTests, [
    [
      'isCutNow ? roundAt(now) : null',
      'null',
      'after one share what is due is made ready by its time again',
    ],
  ]),
  ...faultsOf(`${queue}/work.ts`, queueTests, [
    [
      'entries.filter(entry => !this.#inHand.has(entry.id))',
      'entries',
      'a node takes its own work twice',
    ],
    [
      'if (this.inHand > 0) await this.#options.giveUp?.()',
      '',
      'a stop gives back without letting go first',
    ],
    ['if (this.inHand > 0) await this.#leases.releaseAll()', '', 'a stop keeps its leases'],
    [
      '!isStopping && this.#leases.isFresh(leaseUntil)',
      'this.#leases.isFresh(leaseUntil)',
      'a loop that stops takes new work',
    ],
    [
      'this.#isSurveyed && !this.#behind.has(projectId)',
      'this.#isSurveyed',
      'new work overtakes the backlog',
    ],
    [
      'isWhole ? null : found.at(-1)!.projectId',
      'null',
      'projects beyond the first survey have no turn',
    ],
    ['mine < this.#shares.roomOf(projectId) &&', '', 'a project alone fills a loop with new work'],
    ['this.#shares.end(entry.projectId)', '', 'room is never given back'],
    ['this.#leases.remove(entry)', '', 'settled work is renewed'],
    ['this.#crowding.ended(entry)', '', 'a destination never has room again'],
  ]),
  ...faultsOf(`${queue}/leases.ts`, queueTests, [
    [
      'this.#note(entries, { from: until })',
      '',
      'what is renewed cannot be told from what was settled',
    ],
    ['this.#leaseMs / 2', '0', 'an old lease is begun'],
    [
      'this.#leaseMs / renewalsPerLease',
      'this.#leaseMs * renewalsPerLease',
      'leases run out in hand',
    ],
  ]),
  ...faultsOf(`${queue}/shares.ts`, queueTests, [
    ['Math.max(this.free - this.#reserved,', 'Math.max(this.free,', 'a project takes the reserve'],
    [
      'Math.min(fair, share - mine)',
      'Math.min(fair, share)',
      'a project has its share over and over',
    ],
    ['Math.min(fair, share - mine)', 'share - mine', 'the second project takes all of the reserve'],
    ['capacity < minCapacity ? 0', 'capacity > minCapacity ? 0', 'large loops keep no reserve'],
    [
      'if (left > 0) this.#inHand.set(projectId, left)',
      'if (left > 1) this.#inHand.set(projectId, left)',
      'the last entry of a project is forgotten',
    ],
  ]),
  ...faultsOf(`${queue}/turns.ts`, queueTests, [
    ['if (!isShort) roomy.push(line)', '', 'lines without room leave a claim half empty'],
    [
      'Math.min(part, left, rooms.ofProject(projectId))',
      'Math.min(left, rooms.ofProject(projectId))',
      'the first project takes the whole claim',
    ],
    [
      'ofProject(a) - ofProject(b) || isKnown(a) - isKnown(b)',
      '0',
      'the same projects are always first',
    ],
    [' || isKnown(a) - isKnown(b)', '', 'where one is served at a time, who is new never is'],
    [
      'Math.max(now, ofProject(projectId)) + count',
      'count',
      'what a project has had is forgotten with each turn',
    ],
    [
      'for (const [later] of order.slice(served)) behind.add(later)',
      '',
      'those without a turn are taken for empty',
    ],
    ['Math.ceil(left / (open.length - at))', 'left', 'one line takes the whole part of a project'],
  ]),
  ...faultsOf(
    `${queue}/backoff.ts`,
    ['test/unit/queue', 'test/unit/webhooks'],
    [
      ['mailDelays[tries - 1]', 'mailDelays[tries]', 'the first wait of mail is skipped'],
      [
        'webhookDelays[attempt - 1] ?? null',
        'webhookDelays[attempt - 1] ?? hour',
        'posts are tried for ever',
      ],
      ['30 * second,\n  2', '300 * second,\n  2', 'the first wait of a post is too long'],
    ],
  ),
  ...faultsOf(`${webhooks}/settle.ts`, webhookTests, [
    [
      "claims.get(item.entry) === 'held'",
      "claims.get(item.entry) !== 'gone'",
      'a lost lease still settles a post',
    ],
    ["tried: outcome.kind === 'failed'", 'tried: true', 'waiting for room counts as an attempt'],
    [
      'if (!isDatabaseAway(error)) throw error',
      'throw error',
      'a lost answer to a commit settles nothing',
    ],
    [
      'if (log.count <= keptAttempts) return []',
      'return []',
      'the log of a webhook grows for ever',
    ],
    [
      'insertAttempts(tx, attemptsOf(ours))',
      'insertAttempts(tx, attemptsOf(items))',
      'attempts without a lease are logged',
    ],
  ]),
  ...faultsOf(`${webhooks}/dispatch.ts`, webhookTests, [
    [
      'startedAt - loadedAt < webhookCacheTtlMs',
      'true',
      'a post goes by what was read of its webhook long ago',
    ],
    [
      'attempt(world, post, entry.tries + 1)',
      'attempt(world, post, entry.tries)',
      'a post is tried thirteen times',
    ],
    [
      "if (failure.reason === 'internal_address') return 'internal_address: not a public address'",
      '',
      'an internal address is shown',
    ],
    [
      "if (!loaded) return { kind: 'dropped' }",
      "if (!loaded) return { kind: 'later', dueAt: world.clock.now() + 1000 }",
      'posts of deleted webhooks stay for ever',
    ],
  ]),
  ...faultsOf(`${webhooks}/enqueue.ts`, webhookTests, [
    ['hears(one, notice) && ', '', 'a webhook gets types that it has not asked for'],
    ['mine > postsAtOnce', 'false', 'all posts of a request are made with it'],
    ['insertPosts(tx, posts),', '', 'posts are queued and not kept'],
    ['new Date(notice.at).toISOString()', 'new Date().toISOString()', 'a post tells a wrong time'],
  ]),
  ...faultsOf(`${webhooks}/sign.ts`, webhookTests, [
    [
      '${message.id}.${message.timestamp}.${message.body}',
      '${message.id}.${message.body}',
      'the time of a post is not signed',
    ],
    [
      'secrets.map(secret => signature(message, secret))',
      'secrets.slice(0, 1).map(secret => signature(message, secret))',
      'a rotated secret fails at once',
    ],
  ]),
  ...faultsOf(
    'src/platform/idempotency/fingerprint.ts',
    ['test/unit/api/idempotency.test.ts'],
    [[', sortedKeys)', ')', 'the order of members makes another request']],
  ),
  ...faultsOf(
    'src/platform/idempotency/idempotency.ts',
    ['test/unit/api/idempotency.test.ts'],
    [
      ['stored.fingerprint.equals(fingerprint)', 'true', 'another request gets a foreign answer'],
      ['if (running.has(name))', 'if (false)', 'two requests with one key run at once'],
      ['return () => running.delete(name)', 'return () => undefined', 'a key is busy for ever'],
      ['{1,255}$/', '{1,2550}$/', 'keys of any length are taken'],
      [
        'world.clock.now() - idempotencyWindowMs),',
        '0),',
        'keys are remembered for more than a day',
      ],
    ],
  ),
  ...faultsOf('src/sending/delivery/deliver.ts', streamTests, [
    [
      "streams.includes('transactional') ?",
      'true ?',
      'a node for marketing delivers transactional mail',
    ],
    [
      "streams.includes('marketing') ?",
      'true ?',
      'a node for transactional mail delivers campaigns',
    ],
  ]),
  ...faultsOf(`${webhooks}/dispatch.ts`, streamTests, [
    [
      "streams.includes('transactional') ?",
      'true ?',
      'a node for marketing posts for transactional mail',
    ],
    [
      "streams.includes('marketing') ?",
      'true ?',
      'a node for transactional mail posts for campaigns',
    ],
  ]),
  ...faultsOf('src/kernel/base/config.ts', streamTests, [
    ['if (isBulkAlone &&', 'if (false &&', 'a node for marketing leaves a quarter to nobody'],
    [
      '&& !environment.MALOTE_BULK_SHARE)',
      ')',
      'a share that was set does not count on a node for marketing',
    ],
  ]),
  ...faultsOf(
    'src/serve.ts',
    ['test/suites/commands/node-in-a-cluster.test.ts'],
    [
      [
        '? putProcessBehind : putPoolBehind',
        '? putPoolBehind : putProcessBehind',
        'the node of the API is put behind the one of campaigns',
      ],
    ],
  ),
  ...faultsOf('src/faces/doctor/nodes.ts', doctorTests, [
    ['one.roles.includes(role) &&', '', 'what a node may send it is thought to do'],
    [
      '(stream === undefined || one.streams.includes(stream))',
      'true',
      'the doctor misses that nobody sends marketing',
    ],
  ]),
  ...faultsOf('src/platform/queue/nodes-store.ts', doctorTests, [
    [
      'from nodes where seen_at > $1`',
      'from nodes where $1::timestamptz is not null`',
      'the doctor believes that dead nodes do their part',
    ],
  ]),
  ...faultsOf('src/kernel/world/real/thread-pool.ts', threadTests, [
    [
      'isOfPool(thread) ? lastNiceness : niceness',
      'isOfPool(thread) ? niceness : null',
      'a node for marketing is not put behind',
    ],
    ['await putSessionBehind()', '', 'its session is not put behind'],
  ]),
]
