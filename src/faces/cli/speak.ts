/**
 * In which language the command helps: that of the terminal, Portuguese or English. What programs
 * read (names of fields, codes, choices) is the same in both.
 */
import { type Command, Help } from 'commander'
import type { Language } from '#kernel/base/languages.ts'
import { portuguese } from './portuguese.ts'

/** The command and all below it. */
export const commandsOf = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(commandsOf),
]

/** Has a command, with all below it, help and refuse in a language. */
export function speak(malote: Command, language: Language): void {
  if (language === 'en') return
  for (const command of commandsOf(malote)) {
    const about = portuguese[command.description()]
    if (about !== undefined) command.description(about)
    for (const option of command.options) {
      option.description = portuguese[option.description] ?? option.description
    }
    for (const argument of command.registeredArguments) {
      argument.description = portuguese[argument.description] ?? argument.description
    }
    command.helpOption('-h, --help', portuguese['display help for command'])
    if (command.commands.length > 0) {
      command.helpCommand('help [comando]', portuguese['display help for command'])
    }
    command.configureHelp({
      styleTitle: title => titles[title] ?? title,
      styleUsage: inPortuguese,
      styleSubcommandTerm: inPortuguese,
      optionDescription: option => inOurWords(english.optionDescription(option)),
      argumentDescription: argument => inOurWords(english.argumentDescription(argument)),
    })
  }
}

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Global Options:': 'Opções globais:',
  'Commands:': 'Comandos:',
}

const inPortuguese = (usage: string): string =>
  usage.replace('[options]', '[opções]').replace('[command]', '[comando]')

const english = new Help()

const inOurWords = (description: string): string =>
  description.replace(/\(choices: /, '(opções: ').replace(/([(,] ?)default: /, '$1padrão: ')

const refusals: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option (.*)$/, 'erro: opção desconhecida $1'],
  [/^error: unknown command (.*)$/, 'erro: comando desconhecido $1'],
  [/^error: required option (.*) not specified$/, 'erro: falta a opção $1'],
  [/^error: missing required argument (.*)$/, 'erro: falta o argumento $1'],
  [/^error: option (.*) argument missing$/, 'erro: falta o valor da opção $1'],
  [/^error: too many arguments/, 'erro: argumentos demais'],
  [
    /^error: option '(.*)' argument '(.*)' is invalid\. /,
    "erro: o valor '$2' da opção '$1' é inválido. ",
  ],
  [
    /^error: command-argument value '(.*)' is invalid for argument '(.*)'\. /,
    "erro: o valor '$1' do argumento '$2' é inválido. ",
  ],
  [/ Allowed choices are (.*)\.$/, ' As opções são $1.'],
  [/ must be a whole number\.$/, ' Deve ser um número inteiro.'],
  [/ must be a whole number from (.*) to (.*)\.$/, ' Deve ser um número inteiro de $1 a $2.'],
  [
    / must be two characters, =, and addresses: (.*)\.$/,
    ' São dois caracteres, = e endereços: $1.',
  ],
  [/ must be a1=address:port,address:port\.$/, ' A forma é a1=endereço:porta,endereço:porta.'],
  [/^error: /, 'erro: '],
  [/^\(Did you mean (.*)\?\)$/, '(Você quis dizer $1?)'],
]

/** A sentence of commander's about what it was given. */
export function refusalIn(language: Language, sentence: string): string {
  if (language === 'en') return sentence
  return sentence
    .split('\n')
    .map(line => refusals.reduce((text, [english, ours]) => text.replace(english, ours), line))
    .join('\n')
}
