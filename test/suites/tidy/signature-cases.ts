/** Cases of the rules on what functions take and files pass on. */
import type { RuleCase } from './plant.ts'

export const signatureCases: readonly RuleCase[] = [
  {
    rule: 'wideFunctions',
    what: 'functions, bound functions and methods of five parameters',
    files: {
      'src/kernel/base/a.ts':
        'function f(a, b, c, d, e) {}\nconst g = (a, b, c, d, e = 1) => {}\n' +
        'class A {\n  h(a, b, c, d, ...e) {}\n}\n',
      'src/kernel/base/b.ts':
        'function f(a, b, c, d) {}\ntext.replace(form, (a, b, c, d, e) => a)\n' +
        'const client = { makeRequest(a, b, c, d, e) {} }\n',
      'test/unit/a.ts': 'function f(a, b, c, d, e) {}\n',
    },
    found: [1, 2, 4].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'inlineBags',
    what: 'objects of five fields whose type is written where they are taken',
    files: {
      'src/kernel/base/a.ts':
        'function f(x: { a: 1; b: 1; c: 1; d: 1; e: 1 }) {}\n' +
        'const g = (x: Readonly<{ a: 1; b: 1; c: 1; d: 1; e: 1 }>) => x\n' +
        'const h = (x: A & { a: 1; b: 1; c: 1; d: 1; e: 1 } = all) => x\n',
      'src/kernel/base/b.ts':
        'interface A { a: 1; b: 1; c: 1; d: 1; e: 1 }\nfunction f(x: A, y: Pick<A, "a">) {}\n' +
        'function g(x: { a: 1; b: 1; c: 1; d: 1 }) {}\nconst h: { a: 1; b: 1; c: 1; d: 1; e: 1 } = x\n',
    },
    found: [1, 2, 3].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'forwarders',
    what: 'functions that only call another with what they were given',
    files: {
      'src/kernel/base/a.ts':
        'const f = (a, b) => find(a, b)\nfunction g(a) {\n  return find(a)\n}\n' +
        'async function h(a) {\n  await find(a)\n}\n',
      'src/kernel/base/b.ts':
        'const f = (a, b) => find(b, a)\nconst g = a => find(a, 1)\nconst h = () => find()\n' +
        'const i = a => world.find(a)\nfunction j(a) {\n  check(a)\n  return find(a)\n}\n' +
        'rows.map(one => find(one))\nconst k = ({ a }) => find(a)\n' +
        'const l = (a): a is B => find(a)\nconst m = a => find(a) as B\n',
    },
    found: [1, 2, 5].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'reExports',
    what: 'what files pass on that others have, but for the doors of the client and of icons',
    files: {
      'src/kernel/base/a.ts':
        "export { x } from './b.ts'\nexport * from './b.ts'\nexport type { Y } from './b.ts'\n" +
        'const z = 1\nexport { z }\n',
      'src/kernel/base/b.ts': 'export const x = 1\nexport interface Y {}\n',
      'client/src/malote.ts': "export { x } from './b.ts'\n",
      'dashboard/src/ui/icons.ts': "export { default as IconSun } from 'icons'\n",
    },
    found: [1, 2, 3, 5].map(line => `src/kernel/base/a.ts:${line}`),
  },
]
