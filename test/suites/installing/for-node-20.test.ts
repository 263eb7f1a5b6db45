/** What the package adds to an older Node does what a newer one's own does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { root } from './build-image.ts'

const file = path.join(root, 'scripts/pack/for-node-20.mjs')

/** Without its own of these, as an old one is, or as it is. */
function told(isOld: boolean): unknown {
  const script = `
    import { X509Certificate } from 'node:crypto'
    import { rootCertificates } from 'node:tls'
    const own = Map.groupBy
    if (${isOld}) {
      delete Promise.withResolvers
      delete Map.groupBy
      delete X509Certificate.prototype.validFromDate
      delete X509Certificate.prototype.validToDate
    }
    await import(${JSON.stringify(file)})
    const well = Promise.withResolvers()
    const ill = Promise.withResolvers()
    well.resolve('resolved')
    ill.reject('rejected')
    const said = [await well.promise, await ill.promise.catch(error => error)]
    const groups = [...Map.groupBy(new Set(['a1', 'b', 'a2']), (one, at) => one[0] + (at > 1))]
    const dates = rootCertificates.map(one => {
      const { validFromDate, validToDate } = new X509Certificate(one)
      return [validFromDate.getTime(), validToDate.getTime()]
    })
    const seen = Object.keys(Promise).concat(Object.keys(Map))
    console.log(JSON.stringify([own === Map.groupBy, said, groups, dates, seen]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    // A certificate's moments are told in GMT, wherever the machine is.
    env: { ...process.env, TZ: 'America/Sao_Paulo' },
  })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

describe('what Node 20 lacks', () => {
  it('is added as later ones have it, and nowhere else', () => {
    const [own, ...newer] = told(false) as unknown[]
    const [isOwn, ...older] = told(true) as unknown[]
    assert.deepEqual(older, newer)
    assert.deepEqual(older.slice(0, 2), [
      ['resolved', 'rejected'],
      [
        ['afalse', ['a1']],
        ['bfalse', ['b']],
        ['atrue', ['a2']],
      ],
    ])
    assert.deepEqual([own, isOwn], [true, false])
  })
})
