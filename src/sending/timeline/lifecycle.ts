/** What ends here: emails, contents and timelines, by age and with a person. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { eraseFromEmails } from './erase.ts'
import { forget } from './retention.ts'

export const emailsLifecycle: Lifecycle = {
  name: 'emails',
  eraseAddress: eraseFromEmails,
  retain: async (world, budgetMs) => void (await forget(world, budgetMs)),
}
