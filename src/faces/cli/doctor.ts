/** `malote doctor`: the findings about this installation, each with its fix. Exit 1 for errors only. */
import { type Command, Option } from 'commander'
import type { Language } from '#kernel/base/languages.ts'
import { examine } from '../doctor/examine.ts'
import type { Shell } from './command.ts'

export function doctorCommand(malote: Command, { run }: Shell): void {
  malote
    .command('doctor')
    .description('Check the installation and say how to fix what is wrong.')
    .addOption(
      new Option('--language <language>', 'of the findings').choices(['pt', 'en']).default('en'),
    )
    .action(({ language }: { language: Language }) =>
      run(async world => {
        const findings = await examine(world)
        return {
          ok: findings.every(finding => finding.level !== 'error'),
          checks: findings.map(finding => ({
            check: finding.check,
            level: finding.level,
            message: finding.text[language],
          })),
        }
      }),
    )
}
