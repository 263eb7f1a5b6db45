/** Every endpoint of the public API, module by module. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import { contactRoutes } from '#marketing/contacts/routes.ts'
import { webhookRoutes } from '#platform/webhooks/routes.ts'
import { domainRoutes } from '#sending/domains/routes.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { intakeRoutes } from '#sending/intake/routes.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { timelineRoutes } from '#sending/timeline/routes.ts'
import { sampleData } from '#sending/timeline/sample.ts'

export const apiRoutes: readonly Route[] = [
  ...intakeRoutes,
  ...timelineRoutes,
  ...webhookRoutes({ types: eventTypeNames, sample: sampleData }),
  ...suppressionRoutes,
  ...domainRoutes,
  ...contactRoutes({
    askConfirmation: async () => {},
    noteFacts: async () => {},
    segmentCondition: async () => {
      throw new Refusal('invalid_field', { param: 'segment' })
    },
    users: async () => [],
  }),
]
