/** Words about deliverability. */
import type { Text } from '../../ui/words.tsx'

export const deliverability = {
  title: { en: 'Deliverability', pt: 'Entregabilidade' },
  about: {
    en: 'How receiving servers treat your mail, and why.',
    pt: 'Como os servidores dos destinatários tratam seus e-mails, e por quê.',
  },
  results: { en: 'Results', pt: 'Resultados' },
  sharesAbout: {
    en: 'Shares of the recipients that were delivered or bounced; deferred ones had to wait at least once. Up or down: against as many days before.',
    pt: 'Parcelas dos destinatários com entrega ou devolução; os adiados esperaram ao menos uma vez. Subiu ou caiu em relação ao período anterior, de mesma duração.',
  },
  up: { en: 'up {by}', pt: 'subiu {by}' },
  down: { en: 'down {by}', pt: 'caiu {by}' },
  bounces: { en: 'Why mail bounced', pt: 'Por que houve devoluções' },
  deferrals: { en: 'Why mail was deferred', pt: 'Por que houve adiamentos' },
  tls: { en: 'Security of connections', pt: 'Segurança das conexões' },
  lanes: { en: 'Speed by destination', pt: 'Velocidade por destino' },
  lanesAbout: {
    en: 'Malote slows down where a server asks for it, and recovers by itself.',
    pt: 'O Malote desacelera onde um servidor pede e se recupera sozinho.',
  },
  cause: { en: 'Cause', pt: 'Causa' },
  count: { en: 'Recipients', pt: 'Destinatários' },
  destination: { en: 'Destination', pt: 'Destino' },
  fromSource: { en: 'from {source}', pt: 'a partir de {source}' },
  state: { en: 'State', pt: 'Situação' },
  pace: { en: 'Speed', pt: 'Velocidade' },
  inHand: { en: 'In progress', pt: 'Em andamento' },
  normal: { en: 'Normal', pt: 'Normal' },
  slowed: { en: 'Slowed', pt: 'Desacelerado' },
  paused: { en: 'Paused', pt: 'Pausado' },
  dane: { en: 'DANE', pt: 'DANE' },
  'mta-sts': { en: 'MTA-STS', pt: 'MTA-STS' },
  verified: { en: 'Verified', pt: 'Verificada' },
  unverified: { en: 'Unverified', pt: 'Não verificada' },
  unencrypted: { en: 'Unencrypted', pt: 'Sem criptografia' },
  noBounces: { en: 'Nothing bounced.', pt: 'Nada foi devolvido.' },
  noDeferrals: { en: 'Nothing was deferred.', pt: 'Nada foi adiado.' },
  noTls: { en: 'No connections yet.', pt: 'Nenhuma conexão ainda.' },
  noLanes: { en: 'No destination is in use.', pt: 'Nenhum destino em uso.' },
} satisfies Record<string, Text>
