/** `malote campaign …`: what has to be stopped is stopped from wherever somebody is. */
import type { Command } from 'commander'
import { actOn, type CampaignAct } from '#marketing/campaigns/by-hand.ts'
import type { Shell } from './command.ts'
import { typedId } from './ids.ts'

const verbs: Readonly<Record<CampaignAct, string>> = {
  pause: 'Pause a campaign; says how many letters are being delivered at this moment.',
  resume: 'Let a paused campaign go on.',
  cancel: 'End a campaign; letters that nobody has begun to deliver are taken back.',
}

export function campaignCommands(malote: Command, { run }: Shell): void {
  const campaign = malote.command('campaign').description('Campaigns under way.')
  for (const [act, about] of Object.entries(verbs)) {
    campaign
      .command(`${act} <id>`)
      .description(about)
      .action((id: string) =>
        run(async world => actOn(world, typedId('cmp', id), act as CampaignAct)),
      )
  }
}
