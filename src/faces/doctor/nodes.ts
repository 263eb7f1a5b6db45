/** What no running node does is left undone without an end, and nothing else says so. */
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { aliveNodes } from '#platform/queue/nodes.ts'
import type { Stream } from '#sending/events/email.ts'
import { type CheckResult, ok, warn } from './finding.ts'

interface Duty {
  readonly role: string
  /** Without one, it is done for the mail of both. */
  readonly stream?: Stream
  readonly words: Text
}

const duties: readonly Duty[] = [
  { role: 'api', words: { en: 'answers calls of the API', pt: 'atende as chamadas da API' } },
  {
    role: 'deliver',
    stream: 'transactional',
    words: { en: 'delivers transactional mail', pt: 'entrega e-mails transacionais' },
  },
  {
    role: 'deliver',
    stream: 'marketing',
    words: { en: 'delivers marketing mail', pt: 'entrega e-mails de marketing' },
  },
  {
    role: 'webhooks',
    stream: 'transactional',
    words: {
      en: 'posts the webhooks of transactional mail',
      pt: 'envia os webhooks de e-mails transacionais',
    },
  },
  {
    role: 'webhooks',
    stream: 'marketing',
    words: {
      en: 'posts the webhooks of marketing mail',
      pt: 'envia os webhooks de e-mails de marketing',
    },
  },
  {
    role: 'jobs',
    words: {
      en: 'does campaigns, sequences and periodic work',
      pt: 'faz campanhas, sequências e trabalhos periódicos',
    },
  },
]

const inbound: Duty = {
  role: 'inbound',
  words: {
    en: 'takes in bounces and complaints that come as mail',
    pt: 'recebe as devoluções e reclamações que chegam por e-mail',
  },
}

export async function nodes(
  world: Pick<World, 'db' | 'clock' | 'settings'>,
): Promise<CheckResult[]> {
  const check = 'nodes'
  const alive = await aliveNodes(world)
  if (alive.length === 0)
    return [
      ok(check, 'No node runs at the moment.', 'Nenhum servidor está em execução no momento.'),
    ]
  const all = world.settings.MALOTE_INBOUND_PORT === 0 ? duties : [...duties, inbound]
  const undone = all.filter(
    ({ role, stream }) =>
      !alive.some(
        one => one.roles.includes(role) && (stream === undefined || one.streams.includes(stream)),
      ),
  )
  if (undone.length === 0)
    return [
      ok(check, 'The running nodes do all there is.', 'Os servidores em execução fazem tudo.'),
    ]
  return undone.map(({ words }) =>
    warn(
      check,
      `No running node ${words.en}. See MALOTE_ROLES and MALOTE_STREAMS.`,
      `Nenhum servidor em execução ${words.pt}. Veja MALOTE_ROLES e MALOTE_STREAMS.`,
    ),
  )
}
