/**
 * The peer that most of the world sends with: Debian's Postfix, whose milter OpenDKIM signs with
 * RSA-2048. Both run in a throw-away copy of this machine (test/suites/interop/machines.ts) with its
 * network, so that nothing of the system's is touched; the queue lies on the real disk, for it is
 * in memory otherwise and would cost no fsync.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { greeted, startMachine, whyNot } from '../../test/suites/interop/machines.ts'
import { senderDomain } from '../letter.ts'
import { readStats } from '../processes.ts'
import type { Peer, StartedPeer, Wish } from './peer.ts'

/** Of Debian 12. Where the archive has newer ones by now, these are taken, and the run says so. */
const pinned = { postfix: '3.7.11-0+deb12u1', opendkim: '2.11.0~beta2-8+deb12u1' }
const name = 'Postfix + OpenDKIM'

export const postfix: Peer = {
  name,
  whyNot() {
    const why = whyNot()
    return why === null ? null : `${why} (it is installed for the time of the run, from Debian)`
  },
  start,
}

async function start(wish: Wish): Promise<StartedPeer> {
  const { folder, port, privateKey, onStart } = wish
  await mkdir(path.join(folder, 'postfix'), { recursive: true })
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'postfix/dkim.pem'), privateKey, { mode: 0o600 })
  const machine = await startMachine({
    name: 'postfix',
    packages: Object.keys(pinned),
    versions: pinned,
    shared: folder,
    script: script(wish),
    onStart,
    ready: () => greeted('127.0.0.1', port),
  })
  const versions = await Promise.all(
    Object.keys(pinned).map(one => machine.run(`dpkg-query -W -f '\${Version}' ${one}`)),
  )
  const isPinned = Object.values(pinned).every((version, at) => version === versions[at])
  return {
    version: versions.join(', '),
    got: `Debian packages by apt-get${isPinned ? '' : ', others than the pinned ones'}`,
    doors: { [name]: { how: 'smtp', port } },
    // Its own /proc holds what runs inside and nothing else.
    cpuSeconds: async () =>
      readStats(await machine.run('cat /proc/[0-9]*/stat')).reduce(
        (sum, one) => sum + one.cpuSeconds,
        0,
      ),
    async kill() {
      await machine.run(killAll)
    },
    async restart() {
      await machine.run('rm -f /run/signer/socket; opendkim -x /etc/opendkim.conf; postfix start')
      await greeted('127.0.0.1', port)
    },
    async hasten() {
      await machine.run('postqueue -f')
    },
    waiting: async () =>
      Number(
        await machine.run(
          'cd /srv/interop/postfix/queue && find maildrop incoming active deferred -type f | wc -l',
        ),
      ),
    marked: async () => null,
  }
}

/** By their programs: the first process of the copy, which holds it together, is none of them. */
const killAll = `kill -9 $(for p in /proc/[0-9]*; do
  case $(readlink $p/exe) in /usr/lib/postfix/* | /usr/sbin/opendkim) echo \${p#/proc/} ;; esac
done)`

/**
 * As Debian sets them up, but for: relaying to the receiver, with TLS where it is offered; no chroot
 * (its files are not all there in the copy); and no pause when mail comes in faster than it goes out,
 * which would hold it back.
 */
const script = ({ port, receiverPort, connections }: Wish): string => `
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
relayhost = [127.0.0.1]:${receiverPort}
smtp_destination_concurrency_limit = ${connections}
smtp_tls_security_level = may
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
