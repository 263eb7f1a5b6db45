// Sends one email and reads its timeline. MALOTE_API_KEY and MALOTE_BASE_URL say with what and where.
import { Malote } from '@malote/client'

const malote = new Malote()

const { id, status } = await malote.emails.send({
  from: 'Shop <orders@shop.test>',
  to: ['Ana <ana@example.com>'],
  subject: 'Your order 1042',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
  tags: { order: '1042' },
})
console.log(`${id} is ${status}`)

const email = await malote.emails.get(id, { language: 'en' })
for (const event of email.events) console.log(`${event.at} ${event.type}`)
