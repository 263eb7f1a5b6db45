// A batch for tomorrow; one email is moved by an hour, the other is cancelled.
import { Malote } from '@malote/client'

const malote = new Malote()
const hours = n => new Date(Date.now() + n * 3_600_000).toISOString()

const { data } = await malote.emails.sendBatch({
  emails: ['ana@example.com', 'rui@example.com'].map(to => ({
    from: 'orders@shop.test',
    to: [to],
    subject: 'Tomorrow',
    text: 'See you tomorrow.',
    scheduled_at: hours(24),
  })),
})
const [first, second] = data.map(one => one.id)
await malote.emails.update(first, { scheduled_at: hours(25) })
const cancelled = await malote.emails.cancel(second)
console.log(`${first} is moved, ${second} is ${cancelled.status}`)
