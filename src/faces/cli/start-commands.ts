/** `malote start` and `malote dev`: the service, by the operator's command. */
import type { Command } from 'commander'
import type { Text } from '#kernel/base/languages.ts'
import type { Invocation, Shell } from './command.ts'

/**
 * Everything on one port of this machine, and nothing leaves it: no node delivers, reports do not come
 * in, and the database is one of its own. Webhooks may reach programs beside it.
 */
const trying = {
  DATABASE_URL: '',
  DATABASE_DIRECT_URL: '',
  MALOTE_HOST: '127.0.0.1',
  MALOTE_HOSTNAME: 'localhost',
  MALOTE_BASE_URL: '',
  MALOTE_DASHBOARD_URL: '',
  MALOTE_DOCS_URL: '',
  MALOTE_ROLES: 'api,webhooks,jobs',
  MALOTE_STREAMS: '',
  MALOTE_INBOUND_PORT: '0',
  MALOTE_NETWORK_ALLOW: '127.0.0.0/8,::1',
} as const

const note: Text = {
  en: 'This is for trying things out: no email leaves this machine, of live keys either.',
  pt: 'Isto é para experimentar: nenhum e-mail sai desta máquina, nem com chaves reais.',
}

export function startCommands(
  malote: Command,
  { language, isJson }: Shell,
  { environment, serve }: Invocation,
): void {
  malote
    .command('start')
    .description('Run the service on this machine; Ctrl-C drains and stops it.')
    .action(() => serve?.({ environment, manner: { language, isJson } }))
  malote
    .command('dev')
    .description('Run it to try things out: on one port, in test mode, with a database of its own.')
    .option('--port <n>', 'port of API and dashboard')
    .action(({ port }: { port?: string }) =>
      serve?.({
        environment: {
          ...environment,
          ...trying,
          // A whole machine's worth of them would be a lot of memory for looking around.
          MALOTE_PROCESSES: environment.MALOTE_PROCESSES || '1',
          ...(port === undefined ? {} : { PORT: port }),
        },
        manner: { language, isJson, note },
      }),
    )
}
