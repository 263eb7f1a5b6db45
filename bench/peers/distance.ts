/**
 * The distance to a receiver: what one side writes reaches the other later by half of the round trip,
 * in its order. In user space and on the machine's own loopback, so that nobody needs root: no loss,
 * no slow start and no end of bandwidth, only the time that each answer takes to come.
 */
import net from 'node:net'
import type { Clock, Timer } from '#kernel/world/world.ts'

type LineClock = Pick<Clock, 'monotonic' | 'timer'>

export interface DelayLine {
  /** What is on its way. */
  readonly bytes: number
  put(bytes: Buffer): void
  /** After all that was put before. */
  end(): void
  /** Nothing more comes out of it. */
  cut(): void
}

interface LineEnd {
  write(bytes: Buffer): void
  end(): void
}

/** One direction: everything comes out after `delayMs`, in the order in which it was put. */
export function delayLine(clock: LineClock, delayMs: number, out: LineEnd): DelayLine {
  const waiting: { readonly dueAt: number; readonly bytes: Buffer | null }[] = []
  let size = 0
  let timer: Timer | null = null
  const look = (): void => {
    timer = null
    while (waiting.length > 0 && waiting[0]!.dueAt <= clock.monotonic()) {
      const { bytes } = waiting.shift()!
      if (bytes === null) out.end()
      else {
        size -= bytes.length
        out.write(bytes)
      }
    }
    if (waiting.length > 0) {
      timer = clock.timer(Math.max(0, waiting[0]!.dueAt - clock.monotonic()), look)
    }
  }
  const add = (bytes: Buffer | null): void => {
    waiting.push({ dueAt: clock.monotonic() + delayMs, bytes })
    size += bytes?.length ?? 0
    timer ??= clock.timer(delayMs, look)
  }
  return {
    get bytes() {
      return size
    },
    put: add,
    end: () => add(null),
    cut() {
      timer?.cancel()
      waiting.length = 0
      size = 0
    },
  }
}

export interface Distance {
  readonly port: number
  close(): Promise<void>
}

interface DistanceOptions {
  /** To listen on; 0: any. */
  readonly port: number
  /** Where the receiver is, on 127.0.0.1. */
  readonly target: number
  readonly roundTripMs: number
}

/** More on its way in one direction is left with whoever writes it. */
const maxBytes = 8_000_000

/** A TCP proxy that far from the receiver. The receiver hears of a connection half a trip later. */
export async function startDistance(
  clock: LineClock,
  { port, target, roundTripMs }: DistanceOptions,
): Promise<Distance> {
  const delayMs = roundTripMs / 2
  const sockets = new Set<net.Socket>()
  const relay = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from)
    const line = delayLine(clock, delayMs, {
      write(bytes) {
        to.write(bytes)
        if (from.isPaused() && line.bytes < maxBytes) from.resume()
      },
      end: () => to.end(),
    })
    from.on('data', bytes => {
      line.put(bytes)
      if (line.bytes >= maxBytes) from.pause()
    })
    from.on('end', () => line.end())
    from.on('error', () => {})
    // One that was torn off is torn off on the other side, too.
    from.on('close', isFault => {
      sockets.delete(from)
      if (isFault) {
        line.cut()
        clock.timer(delayMs, () => to.destroy())
      }
    })
  }
  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, inner => {
    inner.on('error', () => {})
    inner.pause()
    clock.timer(delayMs, () => {
      const outer = net.connect({
        host: '127.0.0.1',
        port: target,
        noDelay: true,
        allowHalfOpen: true,
      })
      relay(inner, outer)
      relay(outer, inner)
      inner.resume()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
