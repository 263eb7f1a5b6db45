/** What is told to clients in typed languages, and what in it is left as it was written. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientOf, fitting } from '#faces/resend/client-forms.ts'
import { show } from '#kernel/base/ids.ts'

const uuid = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const ours = show('con', uuid)

it('has ids as .NET reads them where its types have ids, and never in what is somebody’s own', () => {
  const dotnet = clientOf({ 'user-agent': 'resend-sdk/0.4.0.0 dotnet/9.0.4' })
  for (const name of ['properties', 'tags', 'payload', 'variables', 'metadata']) {
    const own = { referrer: ours, list: [{ name: 'of', value: ours }] }
    assert.deepEqual(
      fitting(dotnet, { id: ours, data: [{ id: ours, [name]: own }] }),
      { id: uuid, data: [{ id: uuid, [name]: own }] },
      name,
    )
  }
})
