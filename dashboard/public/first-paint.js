/*
 * Before the first paint: the colours and the language chosen last time, and which outline is shown
 * until the scripts are there, so that nothing flashes. Begins to fetch what the frame needs.
 */
;(() => {
  let scheme = 'auto'
  let language = ''
  let place = ''
  let folded = ''
  try {
    place = localStorage.getItem('malote-place') || ''
    // As navigation.tsx has it: marketing is folded where nobody has unfolded it.
    folded = localStorage.getItem('malote-folded') ?? 'Audience'
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    language = localStorage.getItem('malote-language') || ''
  } catch {
    // Storage is forbidden here: the defaults do.
  }
  if (scheme === 'auto') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.lang = language || (/^en/i.test(navigator.language) ? 'en' : 'pt')
  const { outside, home } = document.currentScript.dataset
  // Whoever was never in a project here is not logged in, or will see the frame a moment later.
  const isInside = place !== '' && !outside.split(' ').includes(location.pathname)
  root.setAttribute('data-still', isInside ? 'frame' : 'door')
  root.setAttribute('data-folded', folded.replaceAll(',', ' '))
  if (!isInside || !home) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = home
  document.head.append(link)
})()
