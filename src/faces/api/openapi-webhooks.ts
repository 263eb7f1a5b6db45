/**
 * What is posted to webhooks, as OpenAPI has it (`webhooks`, 3.1 §4.8.1): one for each type of event,
 * with the example that a test notification carries (docs/webhooks.md#what-is-posted).
 */
import { show } from '#kernel/base/ids.ts'
import { exampleAt, exampleId } from './example-words.ts'
import { webhookCatalogue } from './webhook-catalogue.ts'

const text = { type: 'string' } as const
const exampleEvent = show('evt', exampleId)

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
  example,
})

const parameters = [
  header('webhook-id', 'The id of the event: the same at every attempt.', exampleEvent),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1767614400'),
  header(
    'webhook-signature',
    'HMAC-SHA256 of id, timestamp and body by the secret, as Standard Webhooks has it.',
    'v1,YS6YcC55EboJg+W5dz/o+R6eWcgsSU+B5jPVdybsu90=',
  ),
]

function described(type: string): object {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: {
        type: 'object',
        required: ['event_id'],
        properties: { event_id: text, test: { const: true, description: 'In test mode alone.' } },
      },
    },
  }
  const data = { ...webhookCatalogue.sample(type, 'en'), event_id: exampleEvent }
  const example = { type, timestamp: exampleAt, data }
  return {
    post: {
      operationId: `webhook.${type}`,
      tags: ['webhooks'],
      summary: `What is posted for ${type}`,
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: {
        '2XX': { description: 'Taken, within 15 seconds.' },
        default: { description: 'Everything else is a failure and tried again.' },
      },
    },
  }
}

/** By type; a wildcard is none, as it is never posted. */
export const describedWebhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    webhookCatalogue.types.filter(type => !type.endsWith('*')).map(type => [type, described(type)]),
  )
