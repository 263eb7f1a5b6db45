/**
 * DKIM keys for simulated senders, made once: making one takes a tenth of a second and its outcome
 * cannot be seeded. They sign nothing that leaves a simulation and protect nobody.
 */
const rsa =
  'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCxDRQMIMDIbv0RJKqMQsexAqjF95rSlTbfynLT22ja6IZG' +
  'I/uijGFwRf5yqV85bGPyV6GUslCCzQKOxbKGnbR/HpAqtuiU1CaiyO5RQl3mjGQeADs6DkPJ6EHa4Vf7OqtiI/lscRBVSFzp' +
  'dQq6ia+8bMS8ajVi7xb44f6P3+a8YHBStElWSpOn6tfXypl9z3AJ2Qo3bkQhV8zF9W9pUOFS+Ww4KWslIru0dnPtEcWaiPjT' +
  'nFBRRMPZ7INj+5i1QHuJLhCN7iM0Ih4P7IkmBUZyntvFB2pi8J+aI/pzZ1Jlr8s64nIzkEd46V+qsSFKabbyQmsmiNA0CMRL' +
  'DyoL+IidAgMBAAECggEAJx2bkz5dOSsEMBhosYpDcgEDZpFYnDOpJvIkQlgUJ2D94VsryfK3yEU+fPiceCRRRIZFxYNLtEo0' +
  'yXQ2B/WpnfgTo8w7QD5KtuYreLpv4nKb3+DvNNlX8rCkdAYbGP8SRCFshp/IGv9cv5tDHoky0S86m+HfH5dw/NV5FzJBWNab' +
  'MyIEV51ezt3RFhhxt9uenh2JBJyY4v4NyHGj6Or5VbUlP6CiJT4ChvLFxelDzZp7o7cL6q+I2LGz/pBF9QDJoQF6z3c8F1zC' +
  'Ul5cTxgeToHKc7gFfkW0cDWUtm3yMHECoxK9K+knG4Uxa2w+IL+xJYXLWFe9aCf++lalahsrxQKBgQDnh0uKDCI/JZz6KNqm' +
  'tvH6SC3WNxRG/X6pe40wN00Jlx5BI8n3qjYdB4sbOw1rqPKTKLiPPKu0u8qkaD6EqQXEqjI2Br4FIvcFLdIWBbFpAmG5TlOm' +
  'QFSvNDhkQ1s7j8YSNxOk9J3aradTEytaVpNVOmX54RxsHeF4kHyLzBDFjwKBgQDDw7tccWVx8XzPK0JYFRQw9x10NyIk5Mgr' +
  'FD5WT9y6dcdZUZ8Ee4FIrUkKtgelH+x7Bb0y7oXvzQ5kbuOGWWAG/H244ezHeUaCC9XoM0qg5/QhpC+9cliQDpy7VbacABiF' +
  'uLF3CmTayrjmg6fEfrkfMwbFyGs19Y+KELhacr6xEwKBgQChbzS8jLlUTmWmB9ZtaCJQ4QMU2lLJLPekNQG9HNIaXcQ6pzmr' +
  '9oLEuv3Dfulcp/B7q2kEdslCu64P9J+i4DelaQaZpRnZewfCFLDnqhCJp598FaE9yp1BjKfFQTHb1ePFz6Fi4y0tzOdehX80' +
  '/ii8xHtWQCARQsRzzEsLLr6DAQKBgQCwoqIilhqfhfJEh1bUXSibyczkuH5xZZCK9jgM7wBNqcnWeMQPalTLu7clF/ur7TMW' +
  'CaaeFwP4zD/JNRjMd0Yi552UvR1FGtMYsg8u9WDH8KKh3CBLQqpQSS74BS3AcoGt3mkZ7OH1XGcbbv1oWaM1WHgq61x5EnmS' +
  'bOW6jsAqywKBgEO9A1YODIVQCGM9hhufCnw5livA0lLOG/lMQMNWQoeOG1l3JgyTINCwIGqI0qp6MDqj0d71tydUngRWr3nU' +
  '8uIUBZ8hzqKXk8crCdR7vOKz3JHEznhLAZyg6CFwzToQKDix4uYDj0DplAXfXTkLNLxkAv9S9mf+8XU3NWOWuWzJ'

const rsaPublic =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsQ0UDCDAyG79ESSqjELHsQKoxfea0pU238py09to2uiGRiP7ooxh' +
  'cEX+cqlfOWxj8lehlLJQgs0CjsWyhp20fx6QKrbolNQmosjuUUJd5oxkHgA7Og5DyehB2uFX+zqrYiP5bHEQVUhc6XUKuomv' +
  'vGzEvGo1Yu8W+OH+j9/mvGBwUrRJVkqTp+rX18qZfc9wCdkKN25EIVfMxfVvaVDhUvlsOClrJSK7tHZz7RHFmoj405xQUUTD' +
  '2eyDY/uYtUB7iS4Qje4jNCIeD+yJJgVGcp7bxQdqYvCfmiP6c2dSZa/LOuJyM5BHeOlfqrEhSmm28kJrJojQNAjESw8qC/iI' +
  'nQIDAQAB'

const ed25519 = 'MC4CAQAwBQYDK2VwBCIEID+S34L1xaTBJitb6eE9f7aeQhKGITncIYKpotWcGyK0'
const ed25519Public = 'ni+3V/AHLGvgQI+4iLXE76SJWO/R+xtS4TqaLnL1ZVs='

const pem = (base64: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`

export const simKeys = {
  rsa: { privateKeyPem: pem(rsa), dnsValue: `v=DKIM1; k=rsa; p=${rsaPublic}` },
  ed25519: { privateKeyPem: pem(ed25519), dnsValue: `v=DKIM1; k=ed25519; p=${ed25519Public}` },
} as const
