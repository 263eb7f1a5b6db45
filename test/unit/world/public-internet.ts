/**
 * Run in a network of its own where 93.184.216.34 is this machine: asks what leniency must never
 * give to a public address, and prints the outcomes as JSON. Started by own-networks.test.ts.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { parseNetworks } from '#kernel/base/addresses.ts'
import { realHttp } from '#kernel/world/real/http.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { fakeDns } from '../../support/fake-world.ts'
import { machineClock } from '../../support/real-clock.ts'

const address = '93.184.216.34'
const dns = fakeDns({ 'self.example.com': [address], 'good.example.com': [address] })
const root = makeCertificate({ name: 'Test Root', authority: true })
const certificates = [
  makeCertificate({ name: 'self.example.com' }),
  makeCertificate({ name: 'good.example.com', issuer: root }),
] as const

let received = 0
const count = (): void => {
  received++
}
const servers: Server[] = [
  createHttpServer((_, response) => response.end()).on('request', count),
  ...certificates.map(({ cert, key }) =>
    createHttpsServer({ cert, key }, (_, response) => response.end()).on('request', count),
  ),
]
const ports: number[] = []
for (const server of servers) {
  server.listen(0, address)
  await once(server, 'listening')
  ports.push((server.address() as AddressInfo).port)
}

const allow = parseNetworks('10.0.0.0/8')
const http = realHttp({ dns, clock: machineClock, allow, roots: root.pem })
const [plain, self, good] = ports
const urls = [
  `http://good.example.com:${plain}/`,
  `http://${address}:${plain}/`,
  `https://self.example.com:${self}/`,
  `https://${address}:${self}/`,
  // A good certificate for another name.
  `https://self.example.com:${good}/`,
  `https://good.example.com:${good}/`,
  `https://self.example.com:${self}/`,
]
const outcomes: unknown[] = []
for (const url of urls) {
  const before = received
  const result = await http.request({
    method: 'POST',
    url,
    headers: {},
    body: 'secret',
    timeoutMs: 5000,
    maxAnswerBytes: 1000,
    lenientOnOwnNetworks: true,
  })
  await machineClock.sleep(20)
  outcomes.push([result.kind === 'answer' ? result.status : result.reason, received - before])
}
http.close()
for (const server of servers) server.close()
console.log(JSON.stringify(outcomes))
