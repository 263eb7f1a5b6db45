/**
 * The shape of an email as a caller writes it (docs/contract.md#email,
 * docs/contract.md#limits-on-content).
 */
import { type Static, Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'

export const limits = {
  recipients: 50,
  batch: 100,
  subjectLength: 998,
  bodyBytes: 5 * 1024 * 1024,
  attachmentBytes: 25 * 1024 * 1024,
  attachments: 100,
  mapKeys: 50,
  keyLength: 40,
  valueLength: 500,
  headers: 50,
  scheduleAheadMs: 30 * dayMs,
  schedulePastMs: 60_000,
} as const

const addressList = (about: string) => Type.Array(Type.String(), { description: about })
const textMap = (about: string) =>
  Type.Record(Type.String(), Type.String(), {
    description: `${about} At most 50 keys of 40 characters, values of 500.`,
  })

const attachmentSchema = Type.Object(
  {
    filename: Type.String({ minLength: 1, maxLength: 255 }),
    content: Type.String({ description: 'Base64.' }),
    content_type: Type.Optional(Type.String({ maxLength: 255 })),
    content_id: Type.Optional(
      Type.String({ maxLength: 255, description: 'For cid: links from the html.' }),
    ),
  },
  { $id: 'AttachmentInput' },
)

export const emailBody = Type.Object(
  {
    from: Type.String({
      description: 'Sender, `a@b.c` or `Name <a@b.c>`; its domain must be verified in the project.',
    }),
    to: addressList('Recipients; at most 50 across to, cc and bcc.'),
    cc: Type.Optional(addressList('Copies.')),
    bcc: Type.Optional(addressList('Hidden copies.')),
    reply_to: Type.Optional(addressList('Where answers go.')),
    subject: Type.Optional(
      Type.String({ maxLength: limits.subjectLength, description: 'Required without a template.' }),
    ),
    html: Type.Optional(Type.String({ description: 'One of html and text is required.' })),
    text: Type.Optional(Type.String({ description: 'One of html and text is required.' })),
    template: Type.Optional(
      Type.Object(
        {
          id: Type.Optional(Type.String({ description: 'tpl_…' })),
          alias: Type.Optional(Type.String()),
          version: Type.Optional(
            Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('draft')], {
              description: 'The published one. draft: in test mode, what is not published yet.',
            }),
          ),
          language: Type.Optional(Type.String({ maxLength: 35 })),
          variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        {
          additionalProperties: false,
          description:
            'Instead of html and text: one of id and alias, with values for its variables.',
        },
      ),
    ),
    stream: Type.Optional(
      Type.Union([Type.Literal('transactional'), Type.Literal('marketing')], {
        default: 'transactional',
      }),
    ),
    tags: Type.Optional(textMap('Echoed in webhooks.')),
    metadata: Type.Optional(textMap('Echoed in webhooks.')),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Further headers; those that Malote writes itself are refused.',
      }),
    ),
    attachments: Type.Optional(Type.Array(attachmentSchema, { maxItems: limits.attachments })),
    scheduled_at: Type.Optional(
      Type.String({
        description: 'When to send: ISO 8601 with offset or Z, at most 30 days ahead.',
      }),
    ),
  },
  { $id: 'EmailInput' },
)

export type EmailBody = Static<typeof emailBody>

export const acceptedSchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Union([Type.Literal('queued'), Type.Literal('captured')]),
  },
  { $id: 'AcceptedEmail' },
)
