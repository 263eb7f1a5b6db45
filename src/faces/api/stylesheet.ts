/** The look of the documentation pages: the reader's own fonts, light or dark as the reader's system is. */
export const stylesheet = `:root { color-scheme: light dark; --line: #8884; --quiet: #8882; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4f8 } }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif }
nav { padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 1.25rem }
nav a:first-child { font-weight: 600 }
img { max-width: 100%; height: auto }
main { max-width: 50rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
a { color: var(--link) }
h1, h2, h3 { line-height: 1.25; margin-top: 2.25rem; scroll-margin-top: 1rem }
h1 { margin-top: 1rem }
:target { outline: 2px solid var(--link); outline-offset: .4rem }
code { font: .9em ui-monospace, monospace; background: var(--quiet); padding: .1em .3em; border-radius: .25em }
pre { background: var(--quiet); padding: 1rem; border-radius: .5rem; overflow: auto }
pre code { background: none; padding: 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line) }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid var(--line) }
`
