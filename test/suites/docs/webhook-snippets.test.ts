/** The programs of docs/webhooks.md verify what the service signs, and nothing else. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { showSecret, signedHeaders } from '#platform/webhooks/sign.ts'

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'malote-snippets-'))
after(() => rmSync(folder, { recursive: true }))

const secret = Buffer.from('0123456789abcdef01234567')
const body = '{"type":"delivered","data":{"explanation":"Está na fila ✓"}}'
const now = Math.floor(Date.now() / 1000)
const signed = (timestamp: number) =>
  signedHeaders({ id: 'evt_1', timestamp, body }, [Buffer.from('another secret, 24 bytes'), secret])
const good = { body, headers: signed(now), secret: showSecret(secret) }

/** What must be refused: each differs from the good one in one thing. */
const bad = [
  { ...good, body: `${body} ` },
  { ...good, headers: { ...good.headers, 'webhook-id': 'evt_2' } },
  { ...good, headers: signed(now - 400) },
  { ...good, headers: signed(now + 400) },
  { ...good, headers: { ...good.headers, 'webhook-signature': 'v1, v1,x v2,y' } },
  { ...good, secret: showSecret(Buffer.from('somebody else, 24 bytes.')) },
]

const languages = [
  {
    name: 'Node',
    fence: 'js',
    file: 'verify.mjs',
    command: process.execPath,
    run: `import { readFileSync } from 'node:fs'
const results = JSON.parse(readFileSync(process.argv[2], 'utf8')).map(one => {
  try { return verify(Buffer.from(one.body), one.headers, one.secret).type } catch { return null }
})
console.log(JSON.stringify(results))`,
  },
  {
    name: 'Python',
    fence: 'python',
    file: 'verify.py',
    command: 'python3',
    run: `import sys
results = []
for one in json.load(open(sys.argv[1], encoding="utf-8")):
    try:
        results.append(verify(one["body"].encode(), one["headers"], one["secret"])["type"])
    except ValueError:
        results.append(None)
print(json.dumps(results))`,
  },
  {
    name: 'PHP',
    fence: 'php',
    file: 'verify.php',
    command: 'php',
    run: `$results = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $one) {
    $server = [];
    foreach ($one['headers'] as $name => $value) {
        $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
    }
    try {
        $results[] = verify($one['body'], $server, $one['secret'])['type'];
    } catch (RuntimeException) {
        $results[] = null;
    }
}
echo json_encode($results);`,
  },
] as const

describe('The page about webhooks', () => {
  for (const { name, fence, file, command, run } of languages) {
    const isThere = spawnSync(command, ['--version']).status === 0
    it(`verifies in ${name}`, { skip: isThere ? false : `${command} is not installed` }, () => {
      const program = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1]
      assert.ok(program, `the page has a program in ${name}`)
      const cases = path.join(folder, 'cases.json')
      writeFileSync(cases, JSON.stringify([good, ...bad]))
      // The last line of PHP's example calls it for a request.
      const functions = program.replace(/^\$notification = .*$/m, '')
      writeFileSync(path.join(folder, file), `${functions}\n${run}\n`)
      const { stdout, stderr } = spawnSync(command, [path.join(folder, file), cases], {
        encoding: 'utf8',
      })
      const nothing = bad.map(() => null)
      assert.deepEqual(JSON.parse(stdout || '"nothing"'), ['delivered', ...nothing], stderr)
    })
  }
})
