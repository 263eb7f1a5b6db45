/** The cookie of a sign-in under way, which is good once. */
import { LedToCell } from '#tenants/accounts/directory/lead.ts'
import type { DashboardCall } from './dashboard-call.ts'

/** It goes, whatever comes of it; but whoever is led to another cell comes there with it. */
export async function endingAttempt<T>(
  visit: Pick<DashboardCall, 'setAttempt'>,
  come: () => Promise<T>,
): Promise<T> {
  try {
    const came = await come()
    visit.setAttempt(null)
    return came
  } catch (error) {
    if (!(error instanceof LedToCell)) visit.setAttempt(null)
    throw error
  }
}
