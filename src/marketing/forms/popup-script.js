/*
 * Opens a form over a page of somebody else: a dialog of the browser that holds a frame of ours.
 * `popup`, which is put before this, is what the form says. No style of the page reaches the dialog,
 * and none is written that the page's policy for its content would have to let in.
 */
{
  const dayMs = 86_400_000
  /* Sent: not again in ten years. */
  const foreverDays = 3_650
  /* Our page says so long nothing: it may not be shown there. */
  const patienceMs = 8_000
  const url = new URL(document.currentScript.src.replace('/popup.js', ''))
  const { origin, pathname } = url
  const key = `malote ${pathname}${url.search}`
  url.searchParams.set('in', 'popup')
  let isOver = false
  let isWanted = false
  let end = () => {}

  const keep = days => localStorage.setItem(key, String(Date.now() + days * dayMs))
  const works = act => {
    try {
      return act() !== false
    } catch {
      return false
    }
  }

  const frameOf = () => {
    const frame = Object.assign(document.createElement('iframe'), { title: popup.title })
    frame.sandbox = 'allow-forms allow-scripts allow-same-origin'
    frame.src = url.href
    return frame
  }

  /* An element that takes no room, over which no rule of the page has a say. */
  const place = dialog => {
    const host = document.createElement('malote-popup')
    for (const [name, value] of Object.entries({ all: 'initial', position: 'fixed' })) {
      host.style.setProperty(name, value, 'important')
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(popup.css)
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.append(dialog)
    document.documentElement.append(host)
    return host
  }

  /* `otherwise`: where our page may not be shown here, and so never says that it is. */
  const open = (mayShow, otherwise) => {
    end()
    isOver = true
    const dialog = document.createElement('dialog')
    dialog.ariaLabel = popup.title
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', ariaLabel: popup.close, textContent: '×' })
    const frame = frameOf()
    dialog.append(button, frame)
    const hear = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin) return
      if (data.height > 0) frame.style.height = `${data.height}px`
      if (data.isForm === false && !dialog.open) {
        end()
        return otherwise()
      }
      if (data.isForm && !dialog.open) {
        clearTimeout(late)
        if (!mayShow()) return end()
        dialog.showModal()
        button.focus()
      }
      if (data.isDone) works(() => keep(foreverDays))
      if (/^https?:/.test(data.to)) location.assign(data.to)
      if (data.isClosed) dialog.close()
    }
    const host = place(dialog)
    const late = setTimeout(() => {
      end()
      otherwise()
    }, patienceMs)
    end = () => {
      clearTimeout(late)
      removeEventListener('message', hear)
      host.remove()
      end = () => {}
    }
    addEventListener('message', hear)
    button.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', end)
  }

  /* Whoever is writing, or looks at another dialog, is not interrupted. */
  const isBusy = () => {
    const { activeElement: at, hidden } = document
    const isWriting = /^(INPUT|TEXTAREA|SELECT|IFRAME)$/.test(at?.tagName) || at?.isContentEditable
    return hidden || isWriting || document.querySelector('malote-popup, :modal') !== null
  }
  /* Where nothing can be kept, it would come up on every page. */
  const mayShow = () => !document.querySelector(':modal') && works(() => keep(popup.again_days))
  const openByItself = () => {
    if (isOver) return
    isWanted = true
    if (!isBusy()) open(mayShow, () => {})
  }
  const onceMore = () => setTimeout(() => isWanted && openByItself())
  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement
    const room = scrollHeight - clientHeight
    if (room > 0 && scrollTop / room >= popup.scroll_percent / 100) openByItself()
  }

  const modeOf = address => new URL(address).searchParams.get('mode')
  /* A link to the form opens it here, unless it says where, or is of the other mode. */
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href]')
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey)
    if (!isPlain || event.defaultPrevented || !link) return
    if (link.origin !== origin || link.pathname !== pathname) return
    if (!/^(_self)?$/.test(link.target) || modeOf(link.href) !== modeOf(url)) return
    event.preventDefault()
    const show = () => works(() => keep(popup.again_days)) || true
    open(show, () => location.assign(link.href))
  })
  if (works(() => Number(localStorage.getItem(key)) < Date.now())) {
    document.addEventListener('focusout', onceMore)
    document.addEventListener('visibilitychange', onceMore)
    if (popup.delay_s !== null) setTimeout(openByItself, popup.delay_s * 1_000)
    if (popup.scroll_percent !== null) addEventListener('scroll', look, { passive: true })
    if (popup.on_leave) {
      const leave = ({ clientY }) => clientY <= 0 && openByItself()
      document.documentElement.addEventListener('mouseleave', leave)
    }
  }
}
