/** What each metric counts, as docs/operating.md lists them. */
import type { Text } from '../../ui/words.tsx'

export const metricWords: Readonly<Record<string, Text>> = {
  malote_up: {
    en: 'Whether the database answers (1) or not (0)',
    pt: 'Se o banco de dados responde (1) ou não (0)',
  },
  malote_database_full: {
    en: 'Whether the disk of the database is full (1)',
    pt: 'Se o disco do banco de dados está cheio (1)',
  },
  malote_database_oldest_write_seconds: {
    en: 'Age of the oldest open transaction that writes, in seconds',
    pt: 'Idade da transação de gravação aberta mais antiga, em segundos',
  },
  malote_queue_due: { en: 'Work that is due now', pt: 'Trabalho pronto para execução' },
  malote_queue_oldest_due_seconds: {
    en: 'For how long the oldest work has been due, in seconds',
    pt: 'Há quanto tempo o trabalho mais antigo espera execução, em segundos',
  },
  malote_queue_waiting: {
    en: 'Work that waits, retries and schedules included',
    pt: 'Trabalho que espera, com novas tentativas e agendamentos',
  },
  malote_destinations: {
    en: 'Groups of receiving servers that this server knows',
    pt: 'Grupos de servidores de destino que este servidor conhece',
  },
  malote_destinations_paused: {
    en: 'Of those, paused by their own answers',
    pt: 'Desses, pausados pelas próprias respostas',
  },
  malote_destinations_slowed: {
    en: 'Of those, slowed down by their own answers',
    pt: 'Desses, desacelerados pelas próprias respostas',
  },
  malote_deliveries_in_hand: {
    en: 'Deliveries under way on this server',
    pt: 'Entregas em andamento neste servidor',
  },
  malote_uptime_seconds: {
    en: 'Since this server started, in seconds',
    pt: 'Desde que este servidor iniciou, em segundos',
  },
  malote_events_total: {
    en: 'What became of email since this server started',
    pt: 'O que aconteceu com os e-mails desde que este servidor iniciou',
  },
  malote_webhook_posts_total: { en: 'Calls to webhooks', pt: 'Chamadas a webhooks' },
  malote_http_requests_total: {
    en: 'Answered calls of the API',
    pt: 'Chamadas da API respondidas',
  },
  malote_requests_unlogged_total: {
    en: 'Calls that are missing in the request log',
    pt: 'Chamadas que faltam no registro de requisições',
  },
  malote_http_request_duration_seconds: {
    en: 'How long calls of the API took, on average, in seconds',
    pt: 'Quanto as chamadas da API demoraram, em média, em segundos',
  },
  malote_certificates: {
    en: 'Names with a certificate that comes by itself',
    pt: 'Nomes com certificado obtido automaticamente',
  },
  malote_certificate_ends_seconds: {
    en: 'Until the first of those certificates ends, in seconds',
    pt: 'Até o primeiro desses certificados vencer, em segundos',
  },
  malote_disk_free_bytes: {
    en: 'Free where the data folder is, in bytes',
    pt: 'Livre onde está a pasta de dados, em bytes',
  },
  malote_build_info: { en: 'What runs here', pt: 'O que roda aqui' },
}
