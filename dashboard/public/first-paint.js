/* Before the first paint: the colours and the language chosen last time, so that nothing flashes. */
;(() => {
  let scheme = 'auto'
  let language = ''
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    language = localStorage.getItem('malote-language') || ''
  } catch {
    // Storage is forbidden here: the defaults do.
  }
  if (scheme === 'auto') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  document.documentElement.lang = language || (/^en/i.test(navigator.language) ? 'en' : 'pt')
})()
