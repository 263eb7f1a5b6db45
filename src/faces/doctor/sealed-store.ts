/** How many secrets the database keeps in plain. */
import type { Sql } from '#kernel/world/db.ts'

const mark = 'sealed:'

export async function countPlainSecrets(sql: Sql): Promise<number> {
  const isPlain = (column: string): string =>
    `substring(${column} from 1 for ${mark.length}) <> '${mark}'`
  const [row] = await sql.query<{ count: number }>(
    `select ((select count(*) from dkim_keys where not starts_with(private_key, '${mark}'))
           + (select count(*) from certificates where not starts_with(private_key, '${mark}'))
           + (select count(*) from certificate_accounts
                where not starts_with(private_key, '${mark}'))
           + (select count(*) from webhooks where ${isPlain('secret')})
           + (select count(*) from members where ${isPlain('totp_secret')})
           + (select count(*) from installation where name = 'token_secret'
                and ${isPlain('value')}))::integer as count`,
  )
  return row!.count
}
