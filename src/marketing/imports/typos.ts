/**
 * Domains of addresses that are known by many, and what fingers make of them: `gmail.con`,
 * `hotmial.com`. Pointed out, never put right: only the person knows. Pure.
 */

/** Where most people have their mailboxes, in Brazil and elsewhere. */
const known = [
  ...['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'yahoo.com.br'],
  ...['outlook.com.br', 'hotmail.com.br', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'live.com'],
  ...['globo.com', 'globomail.com', 'protonmail.com', 'msn.com', 'me.com', 'ig.com.br'],
]
/** They look like a mistake and are none. */
const real = new Set([
  ...known,
  ...['ymail.com', 'mail.com', 'email.com', 'gmx.com', 'aol.com', 'live.com.br', 'live.com.pt'],
  ...['hotmail.co', 'hotmail.it', 'hotmail.fr', 'hotmail.es', 'hotmail.de', 'hotmail.be'],
  ...['outlook.co', 'outlook.es', 'outlook.fr', 'outlook.it', 'outlook.de', 'outlook.pt'],
  ...['yahoo.co', 'yahoo.fr', 'yahoo.it', 'yahoo.es', 'yahoo.de', 'yahoo.ca', 'yahoo.in'],
  ...['terra.com', 'uol.com', 'bol.com', 'globo.com.br', 'live.co', 'hotmail.ca', 'hotmail.ch'],
])
/** There are no such endings. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\.(con|cmo|ocm|comm|xom|vom|cpm|coim)$/, '.com'],
  [/\.(com|con|cmo)\.(b|bb|brr|rb|nr|vr)$/, '.com.br'],
]
/** Shorter names are a letter away from others that there are. */
const minNameChars = 5

/** The domain that was probably meant; null: nothing looks wrong. */
export function meantDomain(domain: string): string | null {
  const given = domain.toLowerCase()
  if (real.has(given)) return null
  if (given === 'gmail.com.br') return 'gmail.com'
  const near = known.find(one => one.indexOf('.') >= minNameChars && isOneAway(given, one))
  if (near !== undefined) return near
  for (const [ending, meant] of endings) {
    if (ending.test(given))
      return meantDomain(given.replace(ending, meant)) ?? given.replace(ending, meant)
  }
  return null
}

/** Whether one letter too many, too few, another, or two in the other order part two texts. */
function isOneAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.length > restB.length) return restA.slice(1) === restB
  if (restA.length < restB.length) return restB.slice(1) === restA
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return isSwap || restA.slice(1) === restB.slice(1)
}
