/**
 * The ways to write the URL of one address that have got past somebody's filter: number bases,
 * missing dots, other scripts' digits, IPv6 forms that carry it, user names, white space, escapes.
 */

/** What may stand for a host; `direct` ones name the address itself (a browser would go there). */
export interface Spelling {
  readonly url: string
  readonly direct: boolean
}

/** Spellings of an IPv4 address with a port, each once. */
export function spellings(address: string, port: number): Spelling[] {
  const found = new Map<string, boolean>()
  const add = (url: string, direct: boolean): void => {
    if (!found.has(url)) found.set(url, direct)
  }
  const hosts = directHosts(address)
  for (const host of hosts) {
    add(`http://${host}:${port}/`, true)
    add(`https://${host}:${port}/`, false)
  }
  for (const host of carriedHosts(address)) {
    add(`http://[${host}]:${port}/`, host.startsWith('::ffff:') && !host.startsWith('::ffff:0:'))
  }
  for (const url of disguises(address, port)) add(url, true)
  return [...found].map(([url, direct]) => ({ url, direct }))
}

function directHosts(address: string): string[] {
  const parts = address.split('.').map(Number)
  const whole = parts.reduce((sum, part) => sum * 256 + part, 0)
  const forms = [
    (n: number) => String(n),
    (n: number) => `0${n.toString(8)}`,
    (n: number) => `0x${n.toString(16)}`,
  ]
  const more = [
    ...forms,
    (n: number) => `000${n.toString(8)}`,
    (n: number) => `0X00${n.toString(16)}`,
  ]
  const groups = [
    [whole],
    [parts[0]!, whole % 2 ** 24],
    [parts[0]!, parts[1]!, whole % 2 ** 16],
    parts,
  ]
  const written = groups.flatMap(group => spell(group, group.length < 4 ? more : forms))
  const scripts = ['０１２３４５６７８９', '⓪①②③④⑤⑥⑦⑧⑨', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '⁰¹²³⁴⁵⁶⁷⁸⁹', '₀₁₂₃₄₅₆₇₈₉']
  const foreign = scripts.flatMap(script => {
    const digits = [...script]
    const host = address.replace(/\d/g, digit => digits[Number(digit)]!)
    return ['.', '。', '．', '｡'].map(dot => host.replaceAll('.', dot))
  })
  const dotted = ['。', '．', '｡'].map(dot => address.replaceAll('.', dot))
  const escaped = [
    [...address].map(one => `%${one.charCodeAt(0).toString(16)}`).join(''),
    address.replace(/\d/, digit => `%3${digit}`),
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '%E3%80%82'),
  ]
  return [
    ...written,
    ...written.slice(0, 9).map(host => `${host}.`),
    ...foreign,
    ...dotted,
    ...escaped,
  ]
}

function spell(parts: readonly number[], forms: readonly ((n: number) => string)[]): string[] {
  const [first, ...rest] = parts
  const heads = forms.map(form => form(first!))
  if (rest.length === 0) return heads
  return heads.flatMap(head => spell(rest, forms).map(tail => `${head}.${tail}`))
}

function carriedHosts(address: string): string[] {
  const hex = address.split('.').map(part => Number(part).toString(16).padStart(2, '0'))
  const [high, low] = [`${hex[0]}${hex[1]}`, `${hex[2]}${hex[3]}`]
  const inverted = [high, low].map(word => (0xffff - Number.parseInt(word, 16)).toString(16))
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `::ffff:${high.toUpperCase()}:${low.toUpperCase()}`,
    `::ffff:0:${address}`,
    `::${address}`,
    `::${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000:0000:0000:0000:FFFF:${address}`,
    `0:0::0:ffff:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `64:ff9b:1:${high}:${low}::`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2002:${high}:${low}:ffff:ffff:ffff:ffff:ffff`,
    `2001:0:0:0:0:0:${inverted.join(':')}`,
    `2001:0:4136:e378:8000:63bf:${inverted.join(':')}`,
    `fe80::5efe:${address}`,
    `fe80::200:5efe:${address}`,
    `2001:4860::5efe:${address}`,
    `2002:5db8:d822::5efe:${address}`,
    `fe80::1%25lo`,
    `fc00::${high}:${low}`,
    `fec0::${high}:${low}`,
    `ff02::1`,
    `100::${high}:${low}`,
  ]
}

function disguises(address: string, port: number): string[] {
  const at = `${address}:${port}`
  const digit = address.slice(0, 1)
  return [
    `http://public.example@${at}/`,
    `http://public.example:80@${at}/`,
    `http://public.example%00@${at}/`,
    `http://public.example%23@${at}/`,
    `http://public.example%2f@${at}/`,
    `http://a:b@c@${at}/`,
    `http://[::2]@${at}/`,
    `http://@${at}/`,
    `http://:@${at}/`,
    `http://${at}#@public.example/`,
    `http://${at}?@public.example/`,
    `http://${at}/@public.example/`,
    `http://${at}\\@public.example/`,
    `http:\\\\${at}\\`,
    `http:/\\${at}/`,
    `http:///${at}/`,
    `http:////////${at}/`,
    `http:${at}/`,
    `http:/${at}/`,
    `HTTP://${at}/`,
    `hTtP:${at}/`,
    ` http://${at}/ `,
    `\u0000\u001fhttp://${at}/`,
    `ht\ntp://${at}/`,
    `http://${digit}\t${at.slice(1)}/`,
    `http://${digit}\r\n${at.slice(1)}/`,
    `http://\u00ad${at}/`,
    `http://${digit}\u200b${at.slice(1)}/`,
    `http://${digit}\u2060${at.slice(1)}/`,
    `http://${digit}\ufeff${at.slice(1)}/`,
    `http://${address}:0${port}/`,
    `http://${address}.:${port}/`,
    `http://${address}:${port}/../../`,
    `http://${address}:${port}/%2e%2e/`,
    `http://${address}:${port}//public.example/`,
  ]
}
