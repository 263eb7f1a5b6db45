/** What to do about a record that is not as it should be: one sentence beside what was found. */
import type { Text } from '#kernel/base/languages.ts'
import { parseDkimRecord } from '#kernel/mail/dkim-record.ts'
import type { DnsRecord } from './records.ts'
import { type SpfNotice, spfNoticeText } from './spf-notice.ts'
import type { RecordStatus } from './store.ts'

interface Check {
  readonly status: RecordStatus
  readonly found?: readonly string[]
  readonly notice?: SpfNotice
}

/** Null where the record is right, and of use. */
export function hintFor(record: DnsRecord, check: Check): Text | null {
  switch (check.status) {
    case 'verified':
      return check.notice ? spfNoticeText(check.notice) : null
    case 'pending':
      return missing(record)
    case 'mismatch':
      return different(record, check.found ?? [])
  }
}

function missing({ type, name, required }: DnsRecord): Text {
  return required
    ? {
        en: `Add a ${type} record named ${name} with this value at your DNS provider; it is not found yet. A new record can take up to an hour to be seen.`,
        pt: `Crie no seu provedor de DNS um registro ${type} com o nome ${name} e este valor; ele ainda não foi encontrado. Um registro novo pode levar até uma hora para aparecer.`,
      }
    : {
        en: `Recommended: add a ${type} record named ${name} with this value at your DNS provider.`,
        pt: `Recomendado: crie no seu provedor de DNS um registro ${type} com o nome ${name} e este valor.`,
      }
}

function different(record: DnsRecord, found: readonly string[]): Text {
  const { name, value } = record
  const kind = oneOnly[record.purpose]
  if (kind !== undefined && found.length > 1) return several(name, kind)
  switch (record.purpose) {
    case 'dkim':
      return differentKey(name, found)
    case 'return_path':
    case 'tracking':
      return {
        en: `${name} points elsewhere. Replace it by a CNAME record to ${value}, without a proxy in between.`,
        pt: `${name} aponta para outro lugar. Troque-o por um registro CNAME para ${value}, sem proxy no meio.`,
      }
    case 'spf':
      return {
        en: `There is an SPF record already. Put ${value.split(' ')[1]} into it, before its last word; a second SPF record would make both void.`,
        pt: `Já existe um registro SPF. Inclua nele ${value.split(' ')[1]}, antes da última palavra; um segundo registro SPF anularia os dois.`,
      }
    case 'dmarc':
      return {
        en: `What is published at ${name} is not a DMARC record. Replace it by this value.`,
        pt: `O que está publicado em ${name} não é um registro DMARC. Troque-o por este valor.`,
      }
    case 'claim':
      return {
        en: `Another text is published at ${name}. Replace it by exactly this value.`,
        pt: `Outro texto está publicado em ${name}. Troque-o exatamente por este valor.`,
      }
  }
}

/** Of these a name has one record. */
const oneOnly: Readonly<Partial<Record<DnsRecord['purpose'], string>>> = {
  spf: 'SPF',
  dmarc: 'DMARC',
  dkim: 'DKIM',
}

const several = (name: string, kind: string): Text => ({
  en: `There are several ${kind} records at ${name}, and receivers then use none of them. Keep one and remove the others; of SPF, put what the others allow into the one that stays.`,
  pt: `Há vários registros ${kind} em ${name}, e então os destinos não usam nenhum. Deixe um só e apague os outros; no caso do SPF, junte no que ficar o que os outros permitem.`,
})

/** Keys are long, and most mistakes are made in pasting them. */
function differentKey(name: string, found: readonly string[]): Text {
  const parsed = found.map(parseDkimRecord).find(one => !one.ok)
  if (parsed && !parsed.ok) {
    return {
      en: `${parsed.why.en} Paste the value at ${name} again, whole.`,
      pt: `${parsed.why.pt} Cole de novo o valor inteiro em ${name}.`,
    }
  }
  return {
    en: `Another key is published at ${name}. Replace the record by this value.`,
    pt: `Outra chave está publicada em ${name}. Troque o registro por este valor.`,
  }
}
