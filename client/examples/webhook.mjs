// A receiver of webhooks: verifies the signature, then says what happened. PORT 0 takes any port.
import { createServer } from 'node:http'
import { verifyWebhook } from '@malote/client'

const secret = process.env.MALOTE_WEBHOOK_SECRET

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secret)
    console.log(`${event.type} ${event.data.recipient}`)
    response.writeHead(204).end()
  } catch (error) {
    console.log(`refused: ${error.message}`)
    response.writeHead(400).end()
  }
})
server.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`listening on ${server.address().port}`),
)
