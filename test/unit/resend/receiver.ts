/** A receiver of webhooks on loopback that keeps what was posted. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Post {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export async function receiver(
  t: Pick<TestContext, 'after'>,
): Promise<{ url: string; posts: Post[]; answers: number[] }> {
  const posts: Post[] = []
  /** Statuses of the next answers; 204 beyond. */
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answers.shift() ?? 204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, posts, answers }
}
