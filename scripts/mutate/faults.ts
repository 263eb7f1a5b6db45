/** All planted faults. */
import { billingFaults } from './billing-faults.ts'
import { campaignsFaults } from './campaigns-faults.ts'
import { certificatesFaults } from './certificates-faults.ts'
import { contactsFaults } from './contacts-faults.ts'
import { doorsFaults } from './doors-faults.ts'
import { emailsFaults } from './emails-faults.ts'
import type { Fault } from './fault.ts'
import { installingFaults } from './installing-faults.ts'
import { outsideFaults } from './outside-faults.ts'
import { plansFaults } from './plans-faults.ts'
import { queueFaults } from './queue-faults.ts'
import { sendingFaults } from './sending-faults.ts'
import { sequencesFaults } from './sequences-faults.ts'
import { templatesFaults } from './templates-faults.ts'
import { utmFaults } from './utm-faults.ts'

export const faults: readonly Fault[] = [
  ...billingFaults,
  ...campaignsFaults,
  ...certificatesFaults,
  ...contactsFaults,
  ...emailsFaults,
  ...doorsFaults,
  ...installingFaults,
  ...outsideFaults,
  ...plansFaults,
  ...queueFaults,
  ...sendingFaults,
  ...sequencesFaults,
  ...templatesFaults,
  ...utmFaults,
]
