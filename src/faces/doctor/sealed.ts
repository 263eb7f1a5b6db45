/** Whether the secrets in the database are sealed, and under which key. */
import { keyring } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, ok, warn } from './finding.ts'
import { countPlainSecrets } from './sealed-store.ts'

const check = 'secrets'

export async function secrets(world: Pick<World, 'db'>): Promise<CheckResult[]> {
  const { keys, place } = keyring()
  if (keys.length === 0) {
    return [
      warn(
        check,
        'Signing keys, webhook and two-step secrets lie in the database as they are, and so in every backup of it. Set MALOTE_SECRET (32 bytes or more, the same on every node, kept apart from the backups); they are sealed under it within an hour of the restart.',
        'As chaves de assinatura e os segredos de webhooks e de duas etapas estão no banco de dados às claras, e assim em toda cópia dele. Defina MALOTE_SECRET (32 bytes ou mais, igual em todos os nós, guardado longe das cópias); eles são selados com ele em até uma hora após o reinício.',
      ),
    ]
  }
  const plain = await countPlainSecrets(world.db)
  if (plain > 0) {
    return [
      warn(
        check,
        `${plain} secrets are not sealed yet: the service does it within an hour, malote secrets seal at once.`,
        `${plain} segredos ainda não estão selados: o serviço o faz em até uma hora, malote secrets seal faz já.`,
      ),
    ]
  }
  return [
    ok(
      check,
      `Secrets in the database are sealed under ${place} (key ${keys[0]!.id}). Keep it with the backups' keeper, not in the backups.`,
      `Os segredos no banco de dados estão selados com ${place} (chave ${keys[0]!.id}). Guarde-o com quem cuida das cópias, não nas cópias.`,
    ),
  ]
}
