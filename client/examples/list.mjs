// Goes through all emails with a tag, page by page as needed, then downloads them as CSV.
import { Malote } from '@malote/client'

const malote = new Malote()

for await (const email of malote.emails.list({ tag: { order: '1042' }, limit: 2 })) {
  console.log(`${email.created_at} ${email.status} ${email.subject}`)
}

const page = await malote.events.list({ limit: 1 })
console.log(
  `The latest event is ${page.data[0]?.type}; ${page.has_more ? 'there are more' : 'it is the only one'}.`,
)

const text = new TextDecoder()
for await (const bytes of await malote.emails.export({ tag: { order: '1042' } })) {
  process.stdout.write(text.decode(bytes, { stream: true }))
}
