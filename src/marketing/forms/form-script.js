/* Sends forms from pages of others without the second page that they need without it. */
{
  const { origin } = new URL(document.currentScript.src)
  const begun = new WeakMap()
  const ours = form => form?.getAttribute('action')?.startsWith(`${origin}/f/`)
  const wait = ms => new Promise(done => setTimeout(done, ms))

  const call = async (form, body) => {
    const url = new URL(form.getAttribute('action'))
    url.searchParams.set('as', 'json')
    return (await fetch(url, body ? { method: 'POST', body } : {})).json()
  }

  /* A number that takes some thousand tries to find, and one to check. */
  const prove = async (token, bits) => {
    const text = new TextEncoder()
    for (let n = 0; ; n++) {
      const hash = await crypto.subtle.digest('SHA-256', text.encode(`${token} ${n}`))
      if (new DataView(hash).getUint32(0) >>> (32 - bits) === 0) return n
    }
  }

  const begin = form => {
    if (begun.has(form)) return
    const one = call(form).then(async ({ token, bits }) => {
      const young = wait(3200)
      const proof = await prove(token, bits)
      await young
      return { token, proof }
    })
    one.catch(() => {})
    begun.set(form, one)
  }

  const say = (form, text, isDone) => {
    let place = form.nextElementSibling
    if (place?.dataset.said !== '') {
      place = document.createElement('p')
      place.dataset.said = ''
      place.setAttribute('role', 'status')
      form.after(place)
    }
    place.textContent = text
    if (isDone) form.remove()
  }

  const send = async form => {
    begin(form)
    const { token, proof } = await begun.get(form)
    const body = new URLSearchParams(new FormData(form))
    body.set('token', token)
    body.set('proof', proof)
    body.set('time_zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
    const { location: next, text, done } = await call(form, body)
    if (next) location.assign(next)
    else if (text) say(form, text, done)
    else throw new Error()
  }

  const usable = window.crypto?.subtle && window.fetch
  document.addEventListener('focusin', ({ target: { form } }) => {
    if (usable && ours(form)) begin(form)
  })
  document.addEventListener('submit', event => {
    const form = event.target
    if (!usable || event.defaultPrevented || !ours(form)) return
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    /* Whatever goes wrong: as without the script. */
    send(form)
      .catch(() => HTMLFormElement.prototype.submit.call(form))
      .finally(() => {
        form.ariaBusy = null
      })
  })
}
