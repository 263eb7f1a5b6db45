/**
 * The peer that most of the world sends with: Debian's Postfix, whose milter OpenDKIM signs with
 * RSA-2048. Both run in a throw-away copy of this machine (test/suites/interop/machines.ts) with its
 * network, so that nothing of the system's is touched; the queue lies on the real disk, for it is
 * in memory otherwise and would cost no fsync.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { greeted, startMachine, whyNot } from '../test/suites/interop/machines.ts'
import { senderDomain } from './letter.ts'
import type { Peer, StartedPeer, Wish } from './peer.ts'
import { readStats } from './processes.ts'

export const postfix: Peer = {
  name: 'Postfix + OpenDKIM',
  whyNot() {
    const why = whyNot()
    return why === null ? null : `${why} (it is installed for the time of the run, from Debian)`
  },
  start,
}

async function start({ folder, port, sinkPort, privateKey, onStart }: Wish): Promise<StartedPeer> {
  await mkdir(path.join(folder, 'postfix'), { recursive: true })
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'postfix/dkim.pem'), privateKey, { mode: 0o600 })
  const machine = await startMachine({
    name: 'postfix',
    packages: ['postfix', 'opendkim'],
    shared: folder,
    script: script(port, sinkPort),
    onStart,
    ready: () => greeted('127.0.0.1', port),
  })
  const opendkim = await machine.run("dpkg-query -W -f '${Version}' opendkim")
  return {
    version: `${machine.version()}, ${opendkim}`,
    // Its own /proc holds what runs inside and nothing else.
    cpuSeconds: async () =>
      readStats(await machine.run('cat /proc/[0-9]*/stat')).reduce(
        (sum, one) => sum + one.cpuSeconds,
        0,
      ),
  }
}

/**
 * As Debian sets them up, but for: relaying to the sink, no chroot (its files are not all there in
 * the copy), and no pause when mail comes in faster than it goes out, which would hold it back.
 */
const script = (port: number, sinkPort: number): string => `
cd /srv/interop/postfix
install -o opendkim -m 600 dkim.pem /etc/dkim.pem
mkdir -p /run/signer queue
chown opendkim /run/signer
cat > /etc/opendkim.conf <<END
Domain ${senderDomain}
Selector bench
KeyFile /etc/dkim.pem
Canonicalization relaxed/relaxed
SignatureAlgorithm rsa-sha256
Mode s
Socket local:/run/signer/socket
UserID opendkim
UMask 000
END
opendkim -x /etc/opendkim.conf
cat > /etc/postfix/main.cf <<END
compatibility_level = 3.6
myhostname = postfix.${senderDomain}
mydestination =
alias_maps =
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
queue_directory = /srv/interop/postfix/queue
relayhost = [127.0.0.1]:${sinkPort}
smtpd_milters = unix:/run/signer/socket
milter_default_action = tempfail
in_flow_delay = 0
maillog_file = /var/log/postfix.log
END
sed -i 's/^smtp  *inet .*//' /etc/postfix/master.cf
echo '127.0.0.1:${port} inet n - n - - smtpd' >> /etc/postfix/master.cf
postconf -F '*/*/chroot = n'
postfix start
`
