/**
 * What docs/frameworks.md shows sends mail, over STARTTLS with a certificate that is verified: by the
 * frameworks themselves where they are installed, and always by the SMTP or HTTP that they make.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { before, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { signedHeaders } from '#platform/webhooks/sign.ts'
import { certifiedStage } from './certified-stage.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const page = await readFile(path.join(root, 'docs/frameworks.md'), 'utf8')
const run = promisify(execFile)

/** The samples below a heading, in their order. */
function samplesOf(heading: string): string[] {
  const section = page.split(/^## /m).find(one => one.startsWith(`${heading}\n`))
  assert.ok(section, heading)
  return [...section.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text]) => text!)
}

async function stage(t: TestContext) {
  const { folder, service, port, ca } = await certifiedStage(t)
  const key = await service.key('test', 'admin')
  const wire = await wireTo(t, port)
  return { folder, service, port: wire.port, said: wire.said, key, ca }
}

/** A way to the port on which what programs say can be read. */
async function wireTo(t: TestContext, port: number) {
  let said = ''
  const server = createServer(program => {
    const malote = connect(port, '127.0.0.1')
    program.on('data', bytes => {
      said += bytes.toString('latin1')
    })
    for (const [one, other] of [
      [program, malote],
      [malote, program],
    ] as const) {
      one.pipe(other).on('error', () => one.destroy())
    }
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, said: () => said }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** The sample as somebody writes it who runs Malote on this machine. */
const here = (sample: string, { port, key }: Stage): string =>
  sample
    .replaceAll('mail.example.com', 'localhost')
    .replaceAll(/\b587\b/g, String(port))
    .replaceAll('svc_live_…', key)

/** The service lets programs of this machine in unencrypted, so it is looked for on the wire. */
function assertEncrypted({ said }: Stage): void {
  const beforeTls = said().split('\x16\x03')[0]!
  assert.match(beforeTls, /^EHLO \S+\r\nSTARTTLS\r\n$/i)
}

async function onlyEmail({ service, key }: Stage) {
  const { body } = await service.call('GET', '/v1/emails', { key })
  assert.equal(body.data.length, 1)
  return body.data[0]
}

/** Where each framework's settings stand; the names are the framework's own. */
const settings: Readonly<
  Record<string, Readonly<Record<'host' | 'port' | 'user' | 'from', RegExp>>>
> = {
  Django: {
    host: /^EMAIL_HOST = "(.*)"$/m,
    port: /^EMAIL_PORT = (\d+)$/m,
    user: /^EMAIL_HOST_USER = "(.*)"$/m,
    from: /^DEFAULT_FROM_EMAIL = ".*<(.*)>"$/m,
  },
  Laravel: {
    host: /^MAIL_HOST=(.*)$/m,
    port: /^MAIL_PORT=(.*)$/m,
    user: /^MAIL_USERNAME=(.*)$/m,
    from: /^MAIL_FROM_ADDRESS=(.*)$/m,
  },
  Rails: {
    host: /address: "(.*)"/,
    port: /port: (\d+)/,
    user: /user_name: "(.*)"/,
    from: /default from: ".*<(.*)>"/,
  },
  WordPress: {
    host: /->Host = '(.*)'/,
    port: /->Port = (\d+)/,
    user: /->Username = '(.*)'/,
    from: /'wp_mail_from', fn \(\) => '(.*)'/,
  },
  'Supabase Auth': {
    host: /^GOTRUE_SMTP_HOST=(.*)$/m,
    port: /^GOTRUE_SMTP_PORT=(.*)$/m,
    user: /^GOTRUE_SMTP_USER=(.*)$/m,
    from: /^GOTRUE_SMTP_ADMIN_EMAIL=(.*)$/m,
  },
  Keycloak: {
    host: /"host": "(.*)"/,
    port: /"port": "(\d+)"/,
    user: /"user": "(.*)"/,
    from: /"from": "(.*)"/,
  },
}

describe('The settings of the page about frameworks', () => {
  for (const [name, places] of Object.entries(settings)) {
    it(`hand mail over for ${name}`, async t => {
      const on = await stage(t)
      const all = here(samplesOf(name).join('\n'), on)
      const found = (place: keyof typeof places) => {
        const [, value] = places[place].exec(all) ?? []
        assert.ok(value, `${place} of ${name}`)
        return value
      }
      const transport = createTransport({
        host: found('host'),
        port: Number(found('port')),
        requireTLS: true,
        tls: { ca: on.ca },
        auth: { user: found('user'), pass: on.key },
      })
      t.after(() => transport.close())
      await transport.sendMail({ from: found('from'), to: 'ana@example.net', text: 'Oi' })
      assertEncrypted(on)
      const email = await onlyEmail(on)
      assert.deepEqual([email.from, email.status], ['orders@example.com', 'captured'])
    })
  }
})

// Run by the frameworks --------------------------------------------------------------------------

const works = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const python = ['python3', '/usr/bin/python3'].find(one => works(one, '-c', 'import django'))
const symfony = '/usr/share/php/Symfony/Component/Mailer/autoload.php'
const phpMailer = '/usr/share/php/libphp-phpmailer/autoload.php'
const hasPhp = (file: string) => works('php', '-r', `require '${file}';`)
const hasRails = works('ruby', '-e', 'require "action_mailer"')

interface Run {
  readonly command: string
  readonly file: string
  readonly text: string
  readonly args?: readonly string[]
}

async function send(on: Stage, { command, file, text, args = [] }: Run): Promise<void> {
  const whole = path.join(on.folder, file)
  await writeFile(whole, text)
  const ca = path.join(on.folder, 'ca.pem')
  const env = { ...process.env, MALOTE_API_KEY: on.key, SSL_CERT_FILE: ca }
  const flags = command === 'php' ? ['-d', `openssl.cafile=${ca}`] : []
  await run(command, [...flags, ...args, whole], { env, timeout: 60_000 })
}

async function arrivedWith(on: Stage, tags: Readonly<Record<string, string>>): Promise<void> {
  assertEncrypted(on)
  const email = await onlyEmail(on)
  assert.match(email.from, /^"?Shop"? <orders@example\.com>$/)
  assert.deepEqual(email.to, ['ana@example.net'])
  assert.deepEqual(email.tags, tags)
}

describe('The samples of the page about frameworks', () => {
  it('send by Django', { skip: python === undefined && 'Django is not installed' }, async t => {
    const on = await stage(t)
    const [configured, program] = samplesOf('Django').map(one => here(one, on))
    const text = `import django
from django.conf import settings
${configured}
settings.configure(**{name: value for name, value in globals().items() if name.isupper()})
django.setup()
${program}`
    await send(on, { command: python!, file: 'sample.py', text })
    await arrivedWith(on, { kind: 'receipt' })
    const { id } = await onlyEmail(on)
    const { body } = await on.service.call('GET', `/v1/emails/${id}/content`, { key: on.key })
    assert.match(body.html, /<p>It is on its way\.<\/p>/)
  })

  it('send by what Laravel sends with', { skip: !hasPhp(symfony) && 'no Symfony' }, async t => {
    const on = await stage(t)
    const [configured, mailable] = samplesOf('Laravel').map(one => here(one, on))
    await writeFile(path.join(on.folder, '.env'), configured!)
    // Laravel's transport is made of these, and headers() is read by its Mailer.
    const text = `<?php
namespace Illuminate\\Mail\\Mailables {
  class Headers { public function __construct(public array $text = []) {} }
}
namespace {
require '${symfony}';
$env = parse_ini_file('${on.folder}/.env', false, INI_SCANNER_RAW);
$factory = Symfony\\Component\\Mailer\\Transport::fromDsn(
  "{$env['MAIL_MAILER']}://" . rawurlencode($env['MAIL_USERNAME']) . ':' .
  rawurlencode($env['MAIL_PASSWORD']) . "@{$env['MAIL_HOST']}:{$env['MAIL_PORT']}");
$mailable = new class {
${mailable!.replace(/^use (.*);$/m, '').replaceAll(/\bHeaders\b/g, '\\Illuminate\\Mail\\Mailables\\Headers')}
};
$email = (new Symfony\\Component\\Mime\\Email())
  ->from(new Symfony\\Component\\Mime\\Address($env['MAIL_FROM_ADDRESS'], $env['MAIL_FROM_NAME']))
  ->to('ana@example.net')->subject('Oi')->text('Oi');
foreach ($mailable->headers()->text as $name => $value) $email->getHeaders()->addTextHeader($name, $value);
$factory->send($email);
}`
    await send(on, { command: 'php', file: 'sample.php', text })
    await arrivedWith(on, { kind: 'receipt' })
  })

  it('send by Rails', { skip: !hasRails && 'Action Mailer is not installed' }, async t => {
    const on = await stage(t)
    const [configured, mailer] = samplesOf('Rails').map(one => here(one, on))
    const text = `require "action_mailer"
config = Struct.new(:action_mailer).new(ActionMailer::Base)
${configured}
${mailer}
OrderMailer.receipt("ana@example.net", 4711).deliver_now
`
    await send(on, { command: 'ruby', file: 'sample.rb', text })
    await arrivedWith(on, { kind: 'receipt' })
  })

  it('send by WordPress', { skip: !hasPhp(phpMailer) && 'no PHPMailer' }, async t => {
    const on = await stage(t)
    const [plugin] = samplesOf('WordPress').map(one => here(one, on))
    await writeFile(path.join(on.folder, 'malote.php'), plugin!)
    // What wp_mail() does with them.
    const text = `<?php
$hooks = [];
function add_action($name, $call) { global $hooks; $hooks[$name] = $call; }
function add_filter($name, $call) { add_action($name, $call); }
require '${phpMailer}';
require '${on.folder}/malote.php';
$mailer = new PHPMailer\\PHPMailer\\PHPMailer(true);
$mailer->setFrom($hooks['wp_mail_from'](), $hooks['wp_mail_from_name']());
$mailer->addAddress('ana@example.net');
$mailer->Subject = 'Oi';
$mailer->Body = 'Oi';
$mailer->isMail();
$hooks['phpmailer_init']($mailer);
$mailer->send();
`
    await send(on, { command: 'php', file: 'sample.php', text })
    await arrivedWith(on, {})
  })
})

describe('The routes of the page about frameworks for Next.js', () => {
  before(() => run(process.execPath, [path.join(root, 'client/build.mjs')]))

  /** The routes as modules of a program that has the client installed. */
  async function routes(on: Stage) {
    const modules = path.join(on.folder, 'node_modules/@malote')
    await mkdir(modules, { recursive: true })
    await symlink(path.join(root, 'client'), path.join(modules, 'client'))
    const [sending, hearing] = await Promise.all(
      samplesOf('Next.js').map(async (text, i) => {
        const file = path.join(on.folder, `route-${i}.mjs`)
        await writeFile(file, text)
        return (await import(pathToFileURL(file).href)) as {
          POST(request: Request): Promise<Response>
        }
      }),
    )
    return { sending: sending!, hearing: hearing! }
  }
  const posted = (body: string, headers: Record<string, string> = {}) =>
    new Request('http://here.test/', { method: 'POST', body, headers })

  it('send once, also when they are called again', async t => {
    const on = await stage(t)
    process.env.MALOTE_API_KEY = on.key
    process.env.MALOTE_BASE_URL = `http://127.0.0.1:${on.service.port}`
    t.after(() => {
      delete process.env.MALOTE_API_KEY
      delete process.env.MALOTE_BASE_URL
    })
    const { sending } = await routes(on)
    const order = JSON.stringify({ to: 'ana@example.net', order: 4711 })
    const first = await sending.POST(posted(order))
    assert.equal(first.status, 202)
    assert.deepEqual(await (await sending.POST(posted(order))).json(), await first.json())
    assert.equal((await onlyEmail(on)).subject, 'Your order 4711')
  })

  it('hear what is signed, and nothing else', async t => {
    process.env.MALOTE_API_KEY = 'svc_test_none'
    process.env.MALOTE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    t.after(() => {
      delete process.env.MALOTE_API_KEY
      delete process.env.MALOTE_WEBHOOK_SECRET
    })
    t.mock.method(console, 'log', () => {})
    const { hearing } = await routes(await stage(t))
    const body = '{"type":"delivered","data":{"recipient":"ana@example.net"}}'
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = signedHeaders({ id: 'evt_1', timestamp, body }, [Buffer.alloc(24, 7)])
    assert.equal((await hearing.POST(posted(body, { ...headers }))).status, 204)
    assert.equal((await hearing.POST(posted(`${body} `, { ...headers }))).status, 400)
    assert.equal((await hearing.POST(posted(body))).status, 400)
  })
})
