/** `node bench/peers/distant.ts ORDER`: the distance (distance.ts) in a process of its own; prints its port. */
import { realClock } from '#kernel/world/real/clock.ts'
import { startDistance } from './distance.ts'

const { port } = await startDistance(realClock(), JSON.parse(process.argv[2]!))
console.log(JSON.stringify(port))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
