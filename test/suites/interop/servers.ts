/**
 * How each mail server is set up: two addresses on one port, the first with STARTTLS, the second
 * without, everything kept as it came in a Maildir under /srv/interop.
 */

export interface MailServer {
  readonly name: string
  readonly title: string
  readonly packages: readonly string[]
  readonly withTls: string
  readonly plain: string
  /** Shell; `port` of the servers. */
  readonly script: (port: number) => string
}

const receiver = 'useradd --create-home --shell /bin/sh receiver 2>/dev/null || true\n'

const maildir = (name: string): string => `${receiver}
mkdir -p /srv/interop/${name}/mail
chown receiver /srv/interop/${name}/mail
`

/** The key must be its readers' own and nobody else's: each server has other wishes. */
const keys = (name: string, owner: string): string => `
cp /srv/interop/cert.pem /etc/${name}-cert.pem
cp /srv/interop/key.pem /etc/${name}-key.pem
chown ${owner} /etc/${name}-key.pem
chmod 600 /etc/${name}-key.pem
`

export const servers: readonly MailServer[] = [
  {
    name: 'postfix',
    title: 'Postfix',
    packages: ['postfix'],
    withTls: '127.0.51.1',
    plain: '127.0.51.2',
    script: port => `${maildir('postfix')}${keys('postfix', 'root')}
cat > /etc/postfix/main.cf <<END
compatibility_level = 3.6
myhostname = mx.postfix.test
mydestination =
inet_protocols = ipv4
virtual_mailbox_domains = postfix.test, plain.postfix.test
virtual_mailbox_base = /srv/interop/postfix
virtual_mailbox_maps = static:mail/
virtual_uid_maps = static:$(id -u receiver)
virtual_gid_maps = static:$(id -g receiver)
smtpd_tls_cert_file = /etc/postfix-cert.pem
smtpd_tls_key_file = /etc/postfix-key.pem
smtpd_tls_security_level = may
smtpd_relay_restrictions = reject_unauth_destination
message_size_limit = 20000000
maillog_file = /var/log/postfix.log
END
sed -i 's/^smtp  *inet .*//' /etc/postfix/master.cf
cat >> /etc/postfix/master.cf <<END
127.0.51.1:${port} inet n - n - - smtpd
127.0.51.2:${port} inet n - n - - smtpd
  -o smtpd_tls_security_level=none
END
postfix start
`,
  },
  {
    name: 'exim',
    title: 'Exim',
    packages: ['exim4-daemon-light'],
    withTls: '127.0.52.1',
    plain: '127.0.52.2',
    script: port => `${maildir('exim')}${keys('exim', 'Debian-exim')}
cat > /etc/exim4/exim4.conf <<'END'
primary_hostname = mx.exim.test
domainlist local_domains = exim.test : plain.exim.test
local_interfaces = <; 127.0.52.1.${port} ; 127.0.52.2.${port}
tls_advertise_hosts = \${if eq{$received_ip_address}{127.0.52.1}{*}{}}
tls_certificate = /etc/exim-cert.pem
tls_privatekey = /etc/exim-key.pem
smtputf8_advertise_hosts = *
message_size_limit = 20M
# Exim puts all but the first ten mails of a connection into its queue.
smtp_accept_queue_per_connection = 0
acl_smtp_rcpt = take
acl_smtp_data = take
begin acl
take:
  accept
begin routers
keep:
  driver = accept
  domains = +local_domains
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = /srv/interop/exim/mail
  maildir_format
  create_directory
  user = receiver
END
mkdir -p /run/exim4 && chown Debian-exim /run/exim4
exim4 -bd -q30m
`,
  },
  {
    name: 'opensmtpd',
    title: 'OpenSMTPD',
    packages: ['opensmtpd'],
    withTls: '127.0.53.1',
    plain: '127.0.53.2',
    script: port => `${maildir('opensmtpd')}${keys('opensmtpd', 'root')}
echo '@ receiver' > /etc/opensmtpd-everybody
cat > /etc/smtpd.conf <<'END'
pki mx.opensmtpd.test cert "/etc/opensmtpd-cert.pem"
pki mx.opensmtpd.test key "/etc/opensmtpd-key.pem"
smtp max-message-size "20M"
table everybody file:/etc/opensmtpd-everybody
listen on 127.0.53.1 port ${port} tls pki mx.opensmtpd.test hostname mx.opensmtpd.test
listen on 127.0.53.2 port ${port} hostname mx.plain.opensmtpd.test
action "keep" maildir "/srv/interop/opensmtpd/mail" virtual <everybody>
match from any for domain { "opensmtpd.test", "plain.opensmtpd.test" } action "keep"
END
smtpd
`,
  },
]
