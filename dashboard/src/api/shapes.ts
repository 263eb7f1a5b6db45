/** What the server answers, by the names that the pages use; generated.ts has it from the routes. */
import type * as Public from '../../../client/src/generated.ts'
import type * as Api from './generated.ts'
export type Session = Api.SessionGetAnswer
export type Role = Session['user']['role']
export type Project = Api.ProjectsListItem

export type Email = Public.ListedEmail
export type EmailWithEvents = Public.Email
export type TimelineEvent = EmailWithEvents['events'][number]
export type RecipientAnswer = Api.RecipientAnswer
export type EmailContent = Public.EmailContent
export type EmailStatus = Email['status']
type EventType = TimelineEvent['type']

/** A list that lacks none of them: a new one on the server does not compile here. */
const allOf =
  <Word extends string>() =>
  <const Words extends readonly Word[]>(
    words: [Word] extends [Words[number]] ? Words : never,
  ): Words =>
    words

export const emailStatuses = allOf<EmailStatus>()([
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'captured',
  'cancelled',
])

export const eventTypes = allOf<EventType>()([
  'accepted',
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'suppressed',
  'failed',
  'cancelled',
])

/** What figures count of recipients, and lists of emails are narrowed by. */
export type CountedEvent = Exclude<NonNullable<Public.EmailsListQuery['event']>, 'final'>
export const countedEvents = allOf<CountedEvent>()([
  'delivered',
  'bounced',
  'complained',
  'deferred',
  'opened',
  'clicked',
  'suppressed',
  'failed',
  'cancelled',
])
export type Provider = NonNullable<Public.EmailsListQuery['provider']>
export const providers = allOf<Provider>()([
  'provider_1',
  'provider_2',
  'provider_3',
  'provider_4',
  'provider_5',
  'provider_6',
  'provider_7',
  'other',
])

export type Domain = Public.Domain
export type DomainRecord = Domain['records'][number]

export type Webhook = Public.Webhook
export type WebhookAnswers = Api.WebhookAnswers
/** What a webhook may be told of: what happens to emails, what people do, what the account is told. */
export type WebhookEvent = Webhook['events'][number]
export type PeopleEvent = Exclude<WebhookEvent, EventType>
export const peopleEvents = allOf<PeopleEvent>()([
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.erased',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.snoozed',
  'contact.*',
  'segment.entered',
  'segment.left',
  'segment.*',
  'campaign.started',
  'campaign.waiting',
  'campaign.paused',
  'campaign.resumed',
  'campaign.sent',
  'campaign.cancelled',
  'campaign.winner_chosen',
  'campaign.*',
  'sequence.entered',
  'sequence.exited',
  'sequence.webhook',
  'sequence.*',
  'import.finished',
  'import.*',
  'form.submitted',
  'form.*',
  'domain.created',
  'domain.updated',
  'domain.deleted',
  'domain.*',
  'account.notice',
])
export type Attempt = Public.WebhookAttempt
export type Suppression = Public.Suppression
export const suppressionReasons = allOf<Suppression['reason']>()([
  'hard_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'repeated_soft_bounce',
])

export type Key = Api.KeysListItem
export type Mode = Key['mode']
export type Scope = Key['scope']

export type Member = Api.MembersListItem
export type Invitation = Api.MembersInviteAnswer
type Notice = Api.NoticesListItem
export type Level = Notice['level']

export type Limits = Api.LimitsGetAnswer
export type Quota = Limits['today']

export type Overview = Api.ProjectOverviewGetAnswer

export type Deliverability = Api.ProjectDeliverabilityGetAnswer
export type Lane = Deliverability['lanes'][number]
export type TlsRung = NonNullable<Public.EmailsListQuery['tls']>
export const tlsRungs = allOf<TlsRung>()(['dane', 'mta-sts', 'verified', 'unverified', 'none'])

export type ListedAccount = Api.OperatorAccountsListItem
export type OperatedAccount = Api.OperatorAccountsGetAnswer
export type SentFigures = ListedAccount['week']

export type Campaign = Public.Campaign
export type Audience = Public.Audience
export type Schedule = Public.Schedule
export type AbTest = Public.AbTest
export type Template = Public.Template
export type TemplateVariable = Public.TemplateVariable
export type TemplateVariant = Public.TemplateVariant
export type Design = Public.Design
export type DesignStyle = Public.DesignStyle
export type Block = Public.Block
export type SimpleBlock = Public.SimpleBlock
export type HeadingBlock = Public.HeadingBlock
export type SocialBlock = Public.SocialBlock
export type TextBlock = Public.TextBlock
export type Filter = Public.Filter
export type FilterResult = Public.FilterResult
export type FieldCondition = Public.FieldCondition
export type TopicCondition = Public.TopicCondition
export type LettersCondition = Public.LettersCondition
export type EventCondition = Public.EventCondition
export type SegmentCondition = Public.SegmentCondition
export type SequenceCondition = Public.SequenceCondition

export type Sequence = Public.Sequence
export type Simulation = Public.Simulation
export type Enrollment = Public.SequencesEnrollmentAnswer
export type EnrollmentState = Enrollment['state']
export const enrollmentStates = allOf<EnrollmentState>()([
  'inside',
  'finished',
  'exited',
  'cancelled',
])
/** Somebody who is or was in a sequence, as its list has them. */
export type SequencePerson = Api.ProjectSequencesPeopleItem

export type OperatedInvoice = Api.OperatorBillingInvoicesListItem

export type Contact = Public.Contact
export type TopicState = Contact['topics'][number]['state']
export const topicStates = allOf<TopicState>()(['subscribed', 'pending', 'unsubscribed', 'none'])
export type HistoryItem = Public.ContactsTimelineItem
export type Topic = Public.Topic
export type Property = Public.ContactProperty
export type PropertyType = Property['type']
export const propertyTypes = allOf<PropertyType>()([
  'string',
  'number',
  'boolean',
  'date',
  'list',
  'url',
])
export type ConsentRecord = Public.ConsentRecord

/** How pages and service letters for people look, as it is written. */
export type Theme = NonNullable<Public.MarketingSettingsUpdateBody['theme']>

export type Picture = Public.UploadedFile
export type Import = Public.Import
export type ImportCounts = Import['counts']
export type RecognisedFile = Public.RecognisedFile

export type Segment = Public.Segment

/** A form on which people subscribe. */
export type SignUpForm = Public.Form
