/** Every endpoint of the public API, module by module. */
import type { Route } from '#kernel/routes/route.ts'
import { activityRoutes } from '#marketing/activity/routes.ts'
import { campaignParts } from '#marketing/campaigns/parts.ts'
import { campaignRoutes } from '#marketing/campaigns/routes.ts'
import { campaignsOfTemplate, campaignsUsing } from '#marketing/campaigns/usage.ts'
import { people } from '#marketing/contacts/people.ts'
import { contactRoutes } from '#marketing/contacts/routes.ts'
import { usersOf } from '#marketing/contacts/usage.ts'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { formRoutes, formsUsing } from '#marketing/forms/routes.ts'
import { importRoutes } from '#marketing/imports/routes.ts'
import { forgetMember, staticSegment } from '#marketing/segments/members.ts'
import { segmentCondition, segmentRoutes } from '#marketing/segments/routes.ts'
import { segmentsUsing } from '#marketing/segments/segment.ts'
import { fillTemplate } from '#marketing/templates/fill.ts'
import { templateRoutes } from '#marketing/templates/routes.ts'
import { webhookRoutes } from '#platform/webhooks/routes.ts'
import { domainRoutes } from '#sending/domains/routes.ts'
import { intakeRoutes } from '#sending/intake/routes.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { timelineRoutes } from '#sending/timeline/routes.ts'
import { webhookCatalogue } from './webhook-catalogue.ts'

const users = usersOf([segmentsUsing, formsUsing, campaignsUsing])

export const apiRoutes: readonly Route[] = [
  ...intakeRoutes(fillTemplate),
  ...timelineRoutes,
  ...webhookRoutes(webhookCatalogue),
  ...suppressionRoutes,
  ...domainRoutes,
  ...contactRoutes({
    askConfirmation,
    segmentCondition,
    users,
    forget: forgetMember,
  }),
  ...segmentRoutes(users),
  ...activityRoutes(people),
  ...formRoutes,
  ...importRoutes({ staticSegment }),
  ...templateRoutes(campaignsOfTemplate),
  ...campaignRoutes(campaignParts),
]
