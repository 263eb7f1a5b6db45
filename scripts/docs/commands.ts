/** docs/commands.md: the operator's command, as its own help has it. */
import type { Argument, Command, Option } from 'commander'
import { programOf } from '#faces/cli/run.ts'
import { commandsOf } from '#faces/cli/speak.ts'
import type { Language } from '#kernel/base/languages.ts'
import { cell, pagesOf } from './page.ts'

export const commandPages = () =>
  pagesOf('commands.md', language => {
    const whole = programOf({ language })
    // What only holds others is named by them.
    const each = commandsOf(whole).filter(one => one !== whole && one.commands.length === 0)
    return [...introduction[language], ...each.flatMap(one => section(one, language))]
  })

const introduction: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Commands',
    '`npx malote …`, in Malote’s folder, is how an operator works from a terminal. It needs the environment and the account of the service. Each command takes `--json`, prints one object then, and says by `--help` what stands here.',
  ],
  pt: [
    'Comandos',
    'Com `npx malote …`, na pasta do Malote, um operador trabalha pelo terminal. Ele precisa do ambiente e da conta do serviço. Cada comando aceita `--json`, e então mostra um só objeto, e diz com `--help` o que está aqui.',
  ],
}

function section(command: Command, language: Language): string[] {
  const options = command.options.filter(({ long, hidden }) => long !== '--json' && !hidden)
  const rows = options.map(option => `| \`${option.flags}\` | ${meaning(option, language)} |`)
  const head = language === 'en' ? '| option | meaning |' : '| opção | significado |'
  const table = rows.length === 0 ? [] : ['', head, '|---|---|', ...rows]
  const told = command.registeredArguments.filter(({ description }) => description !== '')
  const given = told.map(argument => `- \`${argument.name()}\`: ${meaningOf(argument)}`)
  return [
    '',
    `## ${nameOf(command)}`,
    '',
    `\`${usageOf(command)}\``,
    '',
    sentence(command),
    ...(given.length === 0 ? [] : ['', ...given]),
    ...table,
  ]
}

const nameOf = (command: Command): string => {
  const parent = command.parent
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name()
}

function usageOf(command: Command): string {
  const args = command.registeredArguments.map(argument => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return ['malote', nameOf(command), ...args].join(' ')
}

const sentence = (command: Command): string => command.description().replaceAll('\n', ' ')

const meaningOf = ({ description, argChoices }: Argument): string =>
  [description, ...(argChoices ? [namesOf(argChoices)] : [])].join(': ')

const namesOf = (choices: readonly string[]): string => choices.map(one => `\`${one}\``).join(', ')

function meaning(option: Option, language: Language): string {
  const { argChoices, defaultValue, description, mandatory } = option
  const isEnglish = language === 'en'
  const notes = [
    ...(mandatory ? [isEnglish ? 'required' : 'obrigatória'] : []),
    ...(argChoices ? [namesOf(argChoices)] : []),
    ...(typeof defaultValue === 'string' && defaultValue !== ''
      ? [`${isEnglish ? 'default' : 'padrão'} \`${defaultValue}\``]
      : []),
  ]
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  return `${cell(description)}${note}`
}
