/**
 * What a start says until it runs. A person at a terminal reads a sentence for each thing that is
 * begun, and how far it is; where nobody looks (a service manager, a container) the same are lines of
 * the log. Whoever asked for JSON reads one object, when it runs.
 */
import path from 'node:path'
import { fill, type Language, type Text, type Values } from '#kernel/base/languages.ts'
import type { OpeningStep } from '#kernel/world/real/opening-steps.ts'
import type { Log } from '#kernel/world/world.ts'

/** A command says nothing of a database that answers; a start does. */
type Step =
  | OpeningStep
  | { readonly kind: 'starting'; readonly version: string }
  | { readonly kind: 'asking_database' }

interface Phrase {
  readonly sentence: Text
  /** As a line of the log. */
  readonly line: string
}

const told: Readonly<Record<Step['kind'], Phrase>> = {
  starting: {
    sentence: { en: 'Malote {version} is starting …', pt: 'O Malote {version} está iniciando …' },
    line: 'starting',
  },
  making_data: {
    sentence: {
      en: 'Making a database in {folder} …',
      pt: 'Criando um banco de dados em {folder} …',
    },
    line: 'a database is being made',
  },
  starting_server: {
    sentence: {
      en: 'Starting the database in {folder} …',
      pt: 'Iniciando o banco de dados em {folder} …',
    },
    line: 'the embedded database is being started',
  },
  asking_database: {
    sentence: { en: 'Connecting to the database …', pt: 'Conectando ao banco de dados …' },
    line: 'the database is being connected to',
  },
  waiting_for_server: {
    sentence: {
      en: 'The database is not ready yet ({seconds} s): it is recovering, or another process is starting or stopping it …',
      pt: 'O banco de dados ainda não está pronto ({seconds} s): está se recuperando, ou outro processo o inicia ou encerra …',
    },
    line: 'the embedded database is not ready yet',
  },
  waiting_for_migrations: {
    sentence: {
      en: 'Another process is updating this database; waiting for it …',
      pt: 'Outro processo está atualizando este banco de dados; aguardando …',
    },
    line: 'waiting for the migrations of another start',
  },
  migrating: {
    sentence: {
      en: 'Updating the database (migrations: {count}) …',
      pt: 'Atualizando o banco de dados (migrações: {count}) …',
    },
    line: 'migrations are being run',
  },
}

const progress: Text = {
  en: 'Migrations: {done} of {count} …',
  pt: 'Migrações: {done} de {count} …',
}

interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface Voice {
  readonly out: Output
  readonly language: Language
  readonly isJson?: boolean | undefined
  /** None: at a terminal alone. */
  readonly log?: Pick<Log, 'info'>
}

export function startTeller({ out, language, isJson = false, log }: Voice): (s: Step) => void {
  if (isJson) return () => {}
  return step => {
    const { kind, ...about } = withPlace(step)
    const { sentence: begun, line } = told[kind]
    const isOnTheWay = step.kind === 'migrating' && step.done > 0
    const sentence = isOnTheWay ? progress : begun
    // That a service makes a whole database is said to whoever reads, wherever that is.
    if (out.isTTY || (log && kind === 'making_data')) {
      out.write(`${fill(sentence, about)[language]}\n`)
    } else log?.info(about, line)
  }
}

/** As a person would have to write the folder. */
function withPlace(step: Step): { kind: Step['kind'] } & Values {
  return 'folder' in step ? { ...step, folder: path.resolve(step.folder) } : { ...step }
}
