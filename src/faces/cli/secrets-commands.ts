/** `malote secrets`: under which key the database's secrets are sealed, and under a new one. */
import type { Command } from 'commander'
import { addKey } from '#boot/keyring.ts'
import { sealAll } from '#boot/sealing.ts'
import { BadSetting } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { keyring } from '#kernel/world/sealed.ts'
import type { Shell } from './command.ts'

export function secretsCommands(malote: Command, { run }: Shell): void {
  const secrets = malote
    .command('secrets')
    .description('Secrets in the database: signing keys, webhook and two-step secrets.')

  secrets
    .command('seal')
    .description('Seal what is plain or sealed under a former key, and say under which key.')
    .action(() =>
      run(async world => {
        refuseWithoutKey()
        const sealed = await sealAll(world)
        return { key: keyring().keys[0]!.id, place: keyring().place, ...sealed }
      }),
    )

  secrets
    .command('rotate')
    .description(
      'Make a new key in the key file and seal everything under it; the service forgets the former one an hour later.',
    )
    .action(() =>
      run(async world => {
        refuseWithoutKey()
        if (world.settings.MALOTE_SECRET !== '') {
          throw new BadSetting(faultText('secret_is_key'))
        }
        await addKey(world.settings)
        const sealed = await sealAll(world)
        return { key: keyring().keys[0]!.id, place: keyring().place, ...sealed }
      }),
    )
}

function refuseWithoutKey(): void {
  if (keyring().keys.length > 0) return
  throw new BadSetting(faultText('no_key'))
}
