/**
 * Listening on a port that another node of the same machine may have: it is asked for again, so that
 * one of them always has it.
 */
import type { AddressInfo, Server } from 'node:net'
import { BadSetting, type SettingName } from '../base/config.ts'
import { faultText } from '../base/start-refused.ts'
import type { Timer, World } from './world.ts'

export interface PortOptions {
  /** For the log. */
  readonly name: string
  readonly port: number
  /** Names the port, for the operator. */
  readonly setting: SettingName
  /** Empty: all addresses. */
  readonly host: string
}

interface TakenPort {
  /** The port once it is ours; null while another program has it. */
  readonly port: number | null
  /** Resolves when it is ours or known to be taken; rejects where it cannot be had for another reason. */
  readonly settled: Promise<void>
  /** Asks no more. */
  giveUp(): void
}

const retryMs = 20_000

export function takePort(
  world: Pick<World, 'clock' | 'log'>,
  server: Pick<Server, 'on' | 'address'>,
  { name, port, host, setting }: PortOptions,
  listen: (port: number, host: string) => unknown,
): TakenPort {
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>()
  let retry: Timer | undefined
  const attempt = (): void => void listen(port, host === '' ? '::' : host)
  server.on('listening', () => resolve())
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') {
      return reject(new BadSetting(faultText('port_forbidden', { port, setting })))
    }
    if (error.code !== 'EADDRINUSE') return reject(error)
    world.log.warn(
      { listener: name, port },
      'the port is taken, by another node perhaps; it is asked for again',
    )
    retry = world.clock.timer(retryMs, attempt)
    resolve()
  })
  attempt()
  return {
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? null
    },
    settled,
    giveUp: () => retry?.cancel(),
  }
}

type PortSetting = 'MALOTE_HTTPS_PORT' | 'MALOTE_HTTP_CHALLENGE_PORT'

interface SettledPort {
  /** The port once it is ours; null while another program has it. */
  readonly port: number | null
  close(): Promise<void>
}

/** The port of a setting, on the address of the settings; `close` ends what the server serves. */
export async function listenBySetting(
  world: Pick<World, 'clock' | 'log' | 'settings'>,
  server: Server,
  {
    name,
    setting,
    close,
  }: { readonly name: string; readonly setting: PortSetting; close(): Promise<void> },
): Promise<SettledPort> {
  const { [setting]: port, MALOTE_HOST: host } = world.settings
  const place = takePort(world, server, { name, port, setting, host }, (at, address) =>
    server.listen(at, address),
  )
  await place.settled
  return {
    get port() {
      return place.port
    },
    async close() {
      place.giveUp()
      await close()
    },
  }
}
