/**
 * Real bounce reports and complaints, where the machine has the corpus: none may trip the reader,
 * whatever ends its lines, and what they say must be found.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readBounce } from '#sending/inbound/bounce.ts'
import { readReport } from '#sending/inbound/report.ts'

const folder = join(import.meta.dirname, '../../../../shared/corpora/bounces')
const skip = existsSync(folder)
  ? false
  : 'the bounce corpus (../shared/corpora/bounces) is not on this machine'

interface Expected {
  readonly file: string
  readonly kind: 'dsn' | 'arf' | 'other'
  readonly format?: string
  readonly note?: string
  readonly results: readonly {
    readonly recipient?: string
    readonly status?: string
    readonly status_from?: string
    readonly feedback_type?: string
  }[]
}

const read = (file: string): Buffer => readFileSync(join(folder, 'eml', file))
const expected = (): Expected[] =>
  JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected[]
const bare = (raw: Buffer): string => raw.toString('latin1').replace(/\r\n?/g, '\n')

describe('the bounce corpus', { skip }, () => {
  it('is read without a fault, with LF, CRLF and CR', async () => {
    const files = readdirSync(join(folder, 'eml'))
    assert.equal(files.length, 305)
    for (const file of files) {
      const asItIs = await readReport(read(file), false)
      for (const end of ['\n', '\r\n', '\r']) {
        const raw = Buffer.from(bare(read(file)).replaceAll('\n', end), 'latin1')
        assert.deepEqual(
          await readReport(raw, false),
          asItIs,
          `${file} with ${JSON.stringify(end)}`,
        )
      }
    }
  })

  it('gives recipient and status of at least 98 % of the reports with fields', async () => {
    let recipients = 0
    let statuses = 0
    const missed: string[] = []
    const unclear: string[] = []
    for (const mail of expected().filter(one => one.format === 'rfc3464')) {
      const report = await readReport(read(mail.file), false)
      const blocks = report.kind === 'status' ? report.recipients : []
      mail.results.forEach((result, i) => {
        const named = blocks.find(
          block =>
            result.recipient !== undefined &&
            [block.final, block.original].some(
              name => name.toLowerCase() === result.recipient!.toLowerCase(),
            ),
        )
        if (result.recipient !== undefined) {
          recipients++
          if (!named) missed.push(`${mail.file}: ${result.recipient}`)
        }
        if (result.status === undefined || result.status_from === 'derived') return
        statuses++
        const block = named ?? blocks[i]
        const found = block
          ? [block.status.slice(0, 5), readBounce(block.final, report)?.reply.enhanced]
          : []
        if (!found.some(one => one === result.status))
          unclear.push(`${mail.file}: ${result.status}`)
      })
    }
    assert.ok(recipients > 140 && statuses > 140)
    assert.ok(missed.length / recipients <= 0.02, missed.join('\n'))
    assert.ok(unclear.length / statuses <= 0.02, unclear.join('\n'))
  })

  it('knows every complaint in its form, and takes no other mail for a report', async () => {
    const kinds: Record<string, string> = { abuse: 'complaint', 'opt-out': 'opt_out' }
    for (const mail of expected()) {
      const report = await readReport(read(mail.file), false)
      if (mail.format === 'rfc5965') {
        assert.equal(report.kind, 'feedback', mail.file)
        const says = report.kind === 'feedback' ? report.says : ''
        assert.equal(says, kinds[mail.results[0]!.feedback_type!], mail.file)
      }
      if (mail.kind === 'other') assert.equal(report.kind, 'ignored', `${mail.file}: ${mail.note}`)
      if (mail.kind === 'dsn') assert.notEqual(report.kind, 'feedback', mail.file)
    }
  })

  it('finds most bounces that are written for people only', async () => {
    const prose = expected().filter(one => one.kind === 'dsn' && one.format === 'text')
    const found = await Promise.all(prose.map(async one => readReport(read(one.file), false)))
    const understood = found.filter(report => report.kind === 'prose' || report.kind === 'status')
    assert.ok(
      understood.length / prose.length > 0.8,
      `${understood.length} of ${prose.length} bounces in prose`,
    )
  })
})
