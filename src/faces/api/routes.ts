/** Every endpoint of the public API, module by module. */
import { guarded } from '#kernel/routes/made-by.ts'
import type { Route } from '#kernel/routes/route.ts'
import { activityRoutes } from '#marketing/activity/routes.ts'
import { cancelCampaigns } from '#marketing/campaigns/definition/states.ts'
import { campaignParts } from '#marketing/campaigns/parts.ts'
import { campaignRoutes } from '#marketing/campaigns/routes.ts'
import { campaignsShowing } from '#marketing/campaigns/store.ts'
import { campaignsOfTemplate, campaignsUsing } from '#marketing/campaigns/usage.ts'
import { people } from '#marketing/contacts/people/people.ts'
import { contactRoutes } from '#marketing/contacts/routes.ts'
import { usersOf } from '#marketing/contacts/usage.ts'
import { fileRoutes } from '#marketing/files/routes.ts'
import { fileUsersOf } from '#marketing/files/usage.ts'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { formFigureRoutes } from '#marketing/forms/figures.ts'
import { formRoutes } from '#marketing/forms/routes.ts'
import { formsOfTemplate, formsShowing, formsUsing } from '#marketing/forms/usage.ts'
import { forgetContact } from '#marketing/imports/of-person.ts'
import { importCondition } from '#marketing/imports/people.ts'
import { importRoutes } from '#marketing/imports/routes.ts'
import { addToSegment, staticSegment } from '#marketing/segments/members.ts'
import { segmentCondition, segmentRoutes } from '#marketing/segments/routes.ts'
import { segmentsUsing } from '#marketing/segments/segment.ts'
import { cancelEnrollments } from '#marketing/sequences/people/enrol.ts'
import { sequenceRoutes } from '#marketing/sequences/routes.ts'
import {
  sequencesOfTemplate,
  sequencesShowing,
  sequencesUsing,
} from '#marketing/sequences/usage.ts'
import { fillTemplate } from '#marketing/templates/fill.ts'
import { templateRoutes } from '#marketing/templates/routes.ts'
import { savedBlockRoutes } from '#marketing/templates/saved-routes.ts'
import { startingLetterRoutes } from '#marketing/templates/starting-routes.ts'
import { templatesShowing } from '#marketing/templates/store.ts'
import { templatesUsing } from '#marketing/templates/usage.ts'
import { webhookRoutes } from '#platform/webhooks/routes.ts'
import { domainRoutes } from '#sending/domains/routes.ts'
import { intakeRoutes } from '#sending/intake/routes.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { timelineRoutes } from '#sending/timeline/routes.ts'
import { contentRoutes } from '#sending/tracking/content-route.ts'
import { noticeRoutes } from '#tenants/accounts/notice-routes.ts'
import { requestRoutes } from '#tenants/requests/routes.ts'
import { type EndOpen, testClockRoutes } from '#tenants/test-clock/routes.ts'
import { withAudit } from '../audit/audited-routes.ts'
import { webhookCatalogue } from './webhook-catalogue.ts'

const users = usersOf([segmentsUsing, formsUsing, templatesUsing, campaignsUsing, sequencesUsing])

/** What the clock of test mode ends when it is set back. */
const endOpen: EndOpen = async (tx, world, tenant) => {
  await cancelCampaigns(tx, { world, tenant })
  await cancelEnrollments(tx, world, tenant)
}

const declared: readonly Route[] = [
  ...intakeRoutes(fillTemplate),
  ...timelineRoutes,
  ...contentRoutes,
  ...webhookRoutes(webhookCatalogue),
  ...suppressionRoutes,
  ...noticeRoutes,
  ...requestRoutes,
  ...domainRoutes,
  ...contactRoutes({
    askConfirmation,
    segmentCondition,
    importCondition,
    users,
    forget: forgetContact,
  }),
  ...segmentRoutes(users),
  ...activityRoutes(people),
  ...formRoutes(fillTemplate),
  ...formFigureRoutes,
  ...importRoutes({ staticSegment, addToSegment, askConfirmation }),
  ...templateRoutes(async (sql, projectId, id) => [
    ...(await formsOfTemplate(sql, projectId, id)),
    ...(await campaignsOfTemplate(sql, projectId, id)),
    ...(await sequencesOfTemplate(sql, projectId, id)),
  ]),
  ...savedBlockRoutes,
  ...startingLetterRoutes,
  ...fileRoutes(fileUsersOf([templatesShowing, campaignsShowing, sequencesShowing, formsShowing])),
  ...campaignRoutes(campaignParts),
  ...sequenceRoutes(users),
  ...testClockRoutes(endOpen),
]

/** What a test key may not change is refused here, for every surface that leads to these. */
export const apiRoutes: readonly Route[] = withAudit(declared.map(guarded))
