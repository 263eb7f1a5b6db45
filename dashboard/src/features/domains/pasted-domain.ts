/**
 * The domain in what somebody pastes where a domain is asked for: the address of a page, an email
 * address, a name with a dot at its end. The API takes a bare name alone.
 */

/**
 * Whoever copies the address of their shop means the shop: `www` is the name of the web server, and
 * no mail comes from there. Written alone it stays, for then somebody means it.
 */
export function domainIn(pasted: string): string {
  const text = pasted.trim()
  const bare = text.replace(/^(mailto:|([a-z][a-z0-9+.-]*:)?\/\/)/i, '')
  const host = bare.replace(/[/?#\\].*$/s, '')
  const name = host
    .slice(host.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .replace(/:\d*$/, '')
    .replace(/\.+$/, '')
    .toLowerCase()
  const isOfPage = host !== text && !host.includes('@')
  const domain = isOfPage ? name.replace(/^www\.(?=.+\.)/, '') : name
  // What holds no name is refused as it was written.
  return domain || text
}
