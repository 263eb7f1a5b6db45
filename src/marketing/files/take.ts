/**
 * Taking a picture in. Its bytes are durable before the row that says so is: until then they stand
 * among those to be removed, so that a crash on the way leaves nothing that nobody knows of.
 */
import { hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { FilesUnavailable } from '#kernel/world/files.ts'
import type { World } from '#kernel/world/world.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import type { FileRow } from './file.ts'
import { makePicture } from './picture.ts'
import { endings } from './picture-type.ts'
import type { SentFile } from './sent-file.ts'
import { insertFile, keepBytes, lockFiles, noteToRemove, roomOf } from './store.ts'

/** Longer than any call. */
const takenInMs = hourMs
const nameBytes = 16
const megabyte = 1_000_000

/** Everybody's time: the clock of test mode may be far ahead, and bytes belong to no mode. */
export const realNow = ({ clock }: Pick<World, 'clock'>): number => clock.own?.real() ?? clock.now()

/** Keeps the bytes; what it gives writes the row. Throws Refusal. */
export async function takeFile(
  { world, tenant }: TenantWorld,
  { bytes, filename, alt, folder }: SentFile,
): Promise<(tx: Sql) => Promise<FileRow>> {
  const { projectId } = tenant
  await mustHaveRoom(world.db, world, projectId, 1)
  const picture = await makePicture(world, bytes)
  await mustHaveRoom(world.db, world, projectId, picture.bytes.length)
  const ending = endings[picture.type]
  const name = `${world.random.bytes(nameBytes).toString('hex')}.${ending}`
  await noteToRemove(world.db, name, new Date(realNow(world) + takenInMs))
  await keep(world, name, picture.bytes, picture.type)
  return async tx => {
    await lockFiles(tx, projectId)
    await mustHaveRoom(tx, world, projectId, picture.bytes.length)
    if (!(await keepBytes(tx, name))) throw new Error('the bytes of a file were removed too soon')
    const row: FileRow = {
      id: world.ids.next(),
      name,
      filename: filename ?? `image.${ending}`,
      content_type: picture.type,
      bytes: picture.bytes.length,
      width: picture.width,
      height: picture.height,
      alt,
      folder,
      created_at: new Date(world.clock.now()),
    }
    await insertFile(tx, projectId, row)
    return row
  }
}

async function keep(
  { files, log }: World,
  name: string,
  bytes: Buffer,
  type: string,
): Promise<void> {
  try {
    await files.put(name, bytes, type)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    log.error({ error: error.message, place: files.place }, 'a file could not be kept')
    throw unavailable()
  }
}

/** The folder or the bucket is away, which passes. */
const unavailable = (): Refusal =>
  new Refusal('service_unavailable', {
    why: {
      en: 'Where files lie cannot be reached right now, and the request was not processed. Repeat it after the seconds of Retry-After.',
      pt: 'O lugar onde ficam os arquivos está inacessível agora e a requisição não foi processada. Repita após os segundos de Retry-After.',
    },
    headers: { 'Retry-After': '5' },
  })

async function mustHaveRoom(
  sql: Sql,
  { settings }: Pick<World, 'settings'>,
  projectId: Tenant['projectId'],
  bytes: number,
): Promise<void> {
  const { used, plan } = await roomOf(sql, projectId)
  const { filesMb, title } = plansOf(settings)[plan as PlanName]
  if (filesMb === null || used + bytes <= filesMb * megabyte) return
  throw new Refusal('invalid_field', { param: 'file', why: full(title, filesMb) })
}

const full = (plan: string, megabytes: number): Text => {
  const size = megabytes >= 1_000 ? `${megabytes / 1_000} GB` : `${megabytes} MB`
  return {
    en: `There is no room for it: the ${plan} plan has ${size} for the files of a project. Delete some that are not in use, or change the plan.`,
    pt: `Não há espaço: o plano ${plan} tem ${size} para os arquivos de um projeto. Exclua alguns que não estão em uso ou troque de plano.`,
  }
}
