/**
 * A campaign that went to everybody among many, written straight into its tables: each email that is
 * there becomes a letter of it, to a person of its own, with a result, and with openings and clicks
 * over some hours.
 */
import { read as readId, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { ask } from './campaigns.ts'
import type { Node } from './node.ts'

const links = [1, 2, 3, 4, 5, 6]
const html = links.map(n => `<p><a href="https://bench.test/${n}">${n}</a></p>`).join('')

/** Returns the id of the campaign as the API shows it. */
export async function campaignOfMany(node: Node, world: World, projectId: Uuid): Promise<string> {
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  const made = await ask({ ...node, key }, 'POST', '/v1/campaigns', {
    name: 'To everybody',
    from: 'Bench <hello@bench.test>',
    content: { subject: 'News', html },
    audience: { everybody: true },
  })
  const id = String(made.id)
  const of = [projectId, readId('cmp', id)]
  for (const statement of statements) await world.db.query(statement, of)
  return id
}

/** Of a hundred letters two bounce, one is a complaint; forty are opened, four clicked. */
const statements = [
  `insert into contacts (project_id, mode, id, email, email_key, bucket, source, created_at, updated_at)
   select e.project_id, 'live', e.id, 'p' || n || '@many.test', 'p' || n || '@many.test', n % 1000,
     'api', e.created_at, e.created_at
   from (select *, row_number() over () as n from emails where project_id = $1) e
   where $2::uuid is not null`,
  `insert into campaign_recipients (project_id, campaign_id, contact_id, rank, state, email_id, decided_at,
     language)
   select project_id, $2, id, row_number() over (), 'released', id, created_at, 'pt'
   from emails where project_id = $1`,
  `insert into campaign_links (project_id, campaign_id, n, url)
   select $1, $2, n, 'https://bench.test/' || n from unnest(array[${links.join(', ')}]) n`,
  `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at, language,
     provider, delivered_at, bounced_at, bounced_as, complained_at, opened_at, clicked_at, links)
   select $1, id, id, 'campaign', $2, at, 'pt', (array['gmail', 'outlook', 'yahoo', 'other'])[1 + n % 4],
     case when n % 100 > 1 then at end, case when n % 100 < 2 then at end,
     case when n % 100 < 2 then 'hard' end, case when n % 1000 = 2 then at end,
     case when n % 100 between 60 and 99 then at + later end,
     case when n % 100 between 96 and 99 then at + later end,
     case when n % 100 between 96 and 99 then array[1 + (n / 100) % ${links.length}] else '{}' end
   from (
     select id, created_at as at, (row_number() over ())::integer as n,
       interval '24 hours' * power(random(), 4) as later
     from emails where project_id = $1) e`,
  `insert into campaign_counts (project_id, campaign_id, part, key, shard, letters, delivered, hard, soft,
     policy, complained, opened, opened_by_machines, clicked, clicked_by_machines, left_topic, left_all)
   select $1, $2, part, key, 0, letters, delivered, hard, soft, policy, complained, opened,
     opened_by_machines, clicked, clicked_by_machines, left_topic, left_all
   from campaign_recount($1, $2)`,
  `update campaigns set status = 'sent', finished_at = now(),
     started_at = (select min(created_at) from emails where project_id = $1)
   where project_id = $1 and id = $2`,
]
