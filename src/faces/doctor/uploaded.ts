/** Whether the bytes of uploaded files are where this node looks for them. */
import { FilesUnavailable } from '#kernel/world/files.ts'
import type { World } from '#kernel/world/world.ts'
import { missingFiles } from '#marketing/files/look.ts'
import { countFiles } from '#marketing/files/store.ts'
import { aliveNodes, machinesOf } from '#platform/queue/nodes.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

const check = 'files'
/** Of the newest, and of all. */
const lookedAt = 100

export async function uploadedFiles(
  world: Pick<World, 'db' | 'clock' | 'settings' | 'files'>,
): Promise<CheckResult[]> {
  const { files } = world
  const { place } = files
  const count = await countFiles(world.db)
  if (count === 0)
    return [ok(check, 'No files are uploaded yet.', 'Ainda não há arquivos enviados.')]
  try {
    const missing = await missingFiles(world, lookedAt)
    if (missing.length > 0) return [lost(missing, place, files.isFolder)]
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    return [
      fail(
        check,
        `Uploaded files cannot be reached at ${place}: ${error.message}. Look at MALOTE_FILES and the settings that begin with MALOTE_S3_.`,
        `Os arquivos enviados não podem ser alcançados em ${place}: ${error.message}. Veja MALOTE_FILES e as configurações que começam com MALOTE_S3_.`,
      ),
    ]
  }
  const machines = machinesOf(await aliveNodes(world))
  if (files.isFolder && machines > 1) {
    return [
      warn(
        check,
        `Uploaded files lie in the folder ${place}, and ${machines} nodes run. If they are on several machines, each must have this very folder (a shared volume), or set MALOTE_FILES to s3://bucket/prefix on all.`,
        `Os arquivos enviados ficam na pasta ${place}, e ${machines} servidores estão em execução. Se estão em máquinas diferentes, todos precisam desta mesma pasta (um volume compartilhado); ou defina MALOTE_FILES como s3://bucket/prefixo em todos.`,
      ),
    ]
  }
  return [
    ok(
      check,
      `Uploaded files (${count}) lie at ${place}. Back it up with the database.`,
      `Os arquivos enviados (${count}) ficam em ${place}. Inclua-o nas cópias junto com o banco de dados.`,
    ),
  ]
}

function lost(missing: readonly string[], place: string, isFolder: boolean): CheckResult {
  const [first] = missing
  const cause = isFolder
    ? {
        en: 'Restore the folder from a backup, or give all nodes the same one.',
        pt: 'Restaure a pasta de uma cópia ou dê a mesma a todos os servidores.',
      }
    : {
        en: 'Restore the bucket from a backup.',
        pt: 'Restaure o bucket de uma cópia.',
      }
  return fail(
    check,
    `The bytes of ${missing.length} uploaded files are missing at ${place}, such as ${first}: readers see no picture there. ${cause.en}`,
    `Faltam os bytes de ${missing.length} arquivos enviados em ${place}, como ${first}: quem lê não vê a imagem. ${cause.pt}`,
  )
}
