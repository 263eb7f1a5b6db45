/**
 * What to paste into a program so that it sends by this installation: files with this account's own
 * addresses and key in them. Secrets stand in files that are for secrets, never in the code.
 */
import type { Answer } from '../../api/calls.ts'
import { quoted } from '../../ui/shell.ts'

export type Connection = Answer<'connection.get'>
export type Door = Connection['smtp'][number]

export interface Sample {
  readonly connection: Connection
  /** The key, or what stands for one. */
  readonly key: string
  /** At a domain that may send. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** One thing to paste, and where it goes. */
export interface Paste {
  readonly where: string
  readonly code: string
}

export interface Program {
  /** Without spaces: ids of elements are made of it. */
  readonly id: string
  readonly name: string
  readonly pastes: (sample: Sample) => readonly Paste[]
}

/** Whatever is said by SMTP as user name is taken. */
export const anyUser = 'malote'

const resend: Program = {
  id: 'resend',
  name: 'Resend (Node)',
  pastes: ({ connection, key, ...letter }) => [
    {
      where: '.env',
      code: lines(`RESEND_BASE_URL=${connection.resend_url}`, `RESEND_API_KEY=${key}`),
    },
    {
      where: 'send.mjs',
      code: `// npm install resend
// node --env-file=.env send.mjs
import { Resend } from 'resend'

const resend = new Resend(process.env.RESEND_API_KEY)
const { data, error } = await resend.emails.send({
${fieldsOf(letter)}
})
console.log(error ?? data)`,
    },
  ],
}

const curl: Program = {
  id: 'curl',
  name: 'cURL',
  pastes: ({ connection, key, from, to, subject, text }) => [
    {
      where: 'sh',
      code: `export MALOTE_API_KEY=${key}

curl ${connection.base_url}/v1/emails \\
  -H "Authorization: Bearer $MALOTE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify({ from, to: [to], subject, text }, null, 2))}`,
    },
  ],
}

const nodemailer = (door: Door): Program => ({
  id: 'nodemailer',
  name: 'Nodemailer',
  pastes: ({ key, connection: _, ...letter }) => [
    { where: '.env', code: `MALOTE_API_KEY=${key}` },
    {
      where: 'send.mjs',
      code: `// npm install nodemailer
// node --env-file=.env send.mjs
import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({
  host: '${door.host}',
  port: ${door.port},
  secure: ${door.encryption === 'tls'},${door.encryption === 'starttls' ? '\n  requireTLS: true,' : ''}
  auth: { user: '${anyUser}', pass: process.env.MALOTE_API_KEY },
})
const { response } = await transport.sendMail({
${fieldsOf(letter)}
})
console.log(response)`,
    },
  ],
})

const laravel = (door: Door): Program => ({
  id: 'laravel',
  name: 'Laravel',
  pastes: ({ key, from }) => [
    {
      where: '.env',
      code: lines(
        'MAIL_MAILER=smtp',
        ...(door.encryption === 'tls' ? ['MAIL_SCHEME=smtps'] : []),
        `MAIL_HOST=${door.host}`,
        `MAIL_PORT=${door.port}`,
        `MAIL_USERNAME=${anyUser}`,
        `MAIL_PASSWORD=${key}`,
        `MAIL_FROM_ADDRESS=${from}`,
      ),
    },
  ],
})

const spring = (door: Door): Program => ({
  id: 'spring',
  name: 'Java (Spring)',
  pastes: ({ key, from }) => [
    { where: 'sh', code: `export MALOTE_API_KEY=${key}` },
    {
      where: 'application.properties',
      code: lines(
        `spring.mail.host=${door.host}`,
        `spring.mail.port=${door.port}`,
        `spring.mail.username=${anyUser}`,
        'spring.mail.password=${MALOTE_API_KEY}',
        'spring.mail.properties.mail.smtp.auth=true',
        ...springEncryption[door.encryption],
      ),
    },
    { where: 'Java', code: `message.setFrom("${from}");` },
  ],
})

const springEncryption: Readonly<Record<Door['encryption'], readonly string[]>> = {
  tls: ['spring.mail.properties.mail.smtp.ssl.enable=true'],
  starttls: [
    'spring.mail.properties.mail.smtp.starttls.enable=true',
    'spring.mail.properties.mail.smtp.starttls.required=true',
  ],
  none: [],
}

/** What goes by SMTP is there where something listens. */
export function programsFor({ smtp: [door] }: Connection): readonly Program[] {
  const bySmtp = door === undefined ? [] : [nodemailer(door), laravel(door), spring(door)]
  return [resend, ...bySmtp, curl]
}

interface Letter {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** As an object of JavaScript has them. */
const fieldsOf = ({ from, to, subject, text }: Letter): string =>
  Object.entries({ from, to, subject, text })
    .map(
      ([name, value]) => `  ${name}: '${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}',`,
    )
    .join('\n')

const lines = (...all: readonly string[]): string => all.join('\n')
