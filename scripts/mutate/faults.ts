/** All planted faults. */
import { billingFaults } from './billing-faults.ts'
import { contactsFaults } from './contacts-faults.ts'
import type { Fault } from './fault.ts'
import { queueFaults } from './queue-faults.ts'
import { sendingFaults } from './sending-faults.ts'
import { sequencesFaults } from './sequences-faults.ts'

export const faults: readonly Fault[] = [
  ...billingFaults,
  ...contactsFaults,
  ...queueFaults,
  ...sendingFaults,
  ...sequencesFaults,
]
