/**
 * `node scripts/healthy.mjs`, for the health check of a container: ends with 0 while the process
 * beside it answers at /livez. A node without the API has no port to ask at, and is well as long as
 * it runs. Plain JavaScript without any dependency.
 */

/** Shorter than the check's own patience, so that its words are kept. */
const patienceMs = 4_000

async function trouble({ PORT, MALOTE_HOST, MALOTE_ROLES }) {
  const roles = (MALOTE_ROLES || 'all').split(',').map(role => role.trim())
  if (!roles.includes('all') && !roles.includes('api')) return null
  const host = MALOTE_HOST && MALOTE_HOST !== '0.0.0.0' ? MALOTE_HOST : '127.0.0.1'
  const name = host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const { ok, status } = await fetch(`http://${name}:${PORT || 8080}/livez`, { signal })
    return ok ? null : `/livez answers ${status}`
  } catch (error) {
    return `/livez does not answer: ${error.cause?.message ?? error.message}`
  }
}

const found = await trouble(process.env)
if (found !== null) console.error(found)
process.exit(found === null ? 0 : 1)
