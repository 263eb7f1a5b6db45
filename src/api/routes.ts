/** Every endpoint of the public API, module by module. */
import type { Route } from '../base/route.ts'
import { domainRoutes } from '../domains/routes.ts'
import { intakeRoutes } from '../intake/routes.ts'
import { suppressionRoutes } from '../suppression/routes.ts'
import { eventTypeNames } from '../timeline/event.ts'
import { timelineRoutes } from '../timeline/routes.ts'
import { sampleData } from '../timeline/sample.ts'
import { webhookRoutes } from '../webhooks/routes.ts'

export const apiRoutes: readonly Route[] = [
  ...intakeRoutes,
  ...timelineRoutes,
  ...webhookRoutes({ types: eventTypeNames, sample: sampleData }),
  ...suppressionRoutes,
  ...domainRoutes,
]
