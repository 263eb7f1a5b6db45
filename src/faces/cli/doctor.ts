/** `malote doctor`: the findings about this installation, each with its fix. Exit 1 for errors only. */
import { type Command, Option } from 'commander'
import type { Language } from '#kernel/base/languages.ts'
import { examine } from '../doctor/examine.ts'
import { blameCheck } from '../doctor/survive.ts'
import type { Shell } from './command.ts'

export function doctorCommand(malote: Command, { run, language: own }: Shell): void {
  malote
    .command('doctor')
    .description('Check the installation and say how to fix what is wrong.')
    .addOption(
      new Option('--language <language>', 'of the findings').choices(['pt', 'en']).default(own),
    )
    .action(({ language }: { language: Language }) =>
      run(async world => {
        process.on('uncaughtException', endUnlessBlamed)
        const findings = await examine(world)
        process.off('uncaughtException', endUnlessBlamed)
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

/** A check that throws where nobody waits for it is one finding among others. */
function endUnlessBlamed(error: unknown): void {
  if (blameCheck(error)) return
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
