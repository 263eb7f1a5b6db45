/** What the doctor looks at, by the names that its command prints. */
import type { Text } from '../../ui/words.tsx'

export const checkTitles: Readonly<Record<string, Text>> = {
  base_url: { en: 'Public address', pt: 'Endereço público' },
  database: { en: 'Consistency of the database', pt: 'Consistência do banco de dados' },
  database_settings: { en: 'Database settings', pt: 'Ajustes do banco de dados' },
  standbys: { en: 'Standbys of the database', pt: 'Standbys do banco de dados' },
  open_writes: { en: 'Transactions left open', pt: 'Transações que ficaram abertas' },
  nodes: { en: 'Servers and their roles', pt: 'Servidores e seus papéis' },
  directory: { en: 'Directory of cells', pt: 'Diretório das células' },
  move: { en: 'Moves of accounts', pt: 'Mudanças de contas' },
  secrets: { en: 'Sealing of secrets', pt: 'Proteção dos segredos' },
  disk: { en: 'Disk space', pt: 'Espaço em disco' },
  files: { en: 'Uploaded pictures', pt: 'Imagens enviadas' },
  clock: { en: 'Clock', pt: 'Relógio' },
  billing: { en: 'Billing', pt: 'Cobrança' },
  certificate: { en: 'Certificate', pt: 'Certificado' },
  dnssec: { en: 'DNS security (DNSSEC)', pt: 'Segurança do DNS (DNSSEC)' },
  port_25: { en: 'Way out on port 25', pt: 'Saída pela porta 25' },
  smart_host: { en: 'Smart host', pt: 'Servidor intermediário (smart host)' },
  ehlo_name: { en: 'Name in the greeting (EHLO)', pt: 'Nome na saudação (EHLO)' },
  ptr: { en: 'Reverse name (PTR)', pt: 'DNS reverso (PTR)' },
  source_addresses: { en: 'Sending addresses', pt: 'Endereços de envio' },
  return_path_mx: { en: 'Where bounces arrive (MX)', pt: 'Chegada das devoluções (MX)' },
  return_path_spf: { en: 'SPF of the return path', pt: 'SPF do Return-Path' },
  blocklist: { en: 'Blocklists', pt: 'Listas de bloqueio' },
}
