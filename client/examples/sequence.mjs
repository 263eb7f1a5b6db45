// Half a year of a sequence in seconds: a test key, and its clock.
import { Malote } from '@malote/client'

const malote = new Malote()
const variants = { en: { subject: 'Hello', html: '<p>Hello</p>' } }
const hello = await malote.templates.create({ name: `Hello ${Date.now()}`, variants })
await malote.templates.publish(hello.id)
const steps = [
  { key: 'hello', type: 'email', template_id: hello.id, next: 'rest' },
  { key: 'rest', type: 'wait_for_event', event: 'order.paid', within: 'P180D', timeout: 'again' },
  { key: 'again', type: 'email', template_id: hello.id },
]
const named = { name: `Welcome ${Date.now()}`, from: 'shop@shop.test' }
const { id } = await malote.sequences.create({ ...named, triggers: [{ on: 'api' }], steps })
await malote.sequences.publish(id)
await malote.contacts.create({ email: 'opened@example.com' })
const { id: enrollment } = await malote.sequences.enroll(id, { email: 'opened@example.com' })
let clock = await malote.testClock.turn({ advance: 'P181D' })
while (clock.status !== 'ready') clock = await malote.testClock.get()
const { state, path } = await malote.sequences.enrollment(id, enrollment)
console.log(state, path.map(one => `${one.step} ${one.outcome}`).join(', '))
await malote.testClock.turn({ reset: true })
