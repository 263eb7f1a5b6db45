/**
 * Faults that nobody has thought of: each comparison, sum, condition, truth, step and call of a file
 * changed, one at a time. What survives is a line whose tests would not miss it. Numbers stay: most
 * are patience and sizes, which no test should repeat.
 */
import { parseSync, visitorKeys } from 'oxc-parser'

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly instead: string
  /** `line 12: < becomes <=`. */
  readonly what: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const binaries = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '+=': '-=',
    '-=': '+=',
  }),
)

const methods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toLowerCase: 'toUpperCase',
  }),
)

/** What types, imports and words say is nothing that a test can miss. */
const passedOver = /^(TS(?!As|NonNull|Satisfies)|Import|ExportAll|ThrowStatement|TemplateElement)/

/** All single changes of a file's code. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program } = parseSync(file, text)
  const mutants: Mutant[] = []
  const add = (start: number, end: number, instead: string, what: string): void => {
    const line = text.slice(0, start).split('\n').length
    mutants.push({ start, end, instead, what: `line ${line}: ${what}` })
  }
  const visit = (node: Node): void => {
    if (passedOver.test(node.type)) return
    mutate(node, text, add)
    for (const key of visitorKeys[node.type] ?? []) {
      const children = node[key] as Node | readonly (Node | null)[] | null
      for (const child of Array.isArray(children) ? children : [children]) {
        if (child !== null && child !== undefined) visit(child)
      }
    }
  }
  visit(program as unknown as Node)
  return mutants
}

type Add = (start: number, end: number, instead: string, what: string) => void

function mutate(node: Node, text: string, add: Add): void {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      mutateOperator(node, text, add)
      break
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { start, end } = node.test as Node
      add(start, end, '(true)', 'the condition always holds')
      add(start, end, '(false)', 'the condition never holds')
      break
    }
    case 'UnaryExpression':
      if (node.operator === '!') add(node.start, node.start + 1, '', '! is gone')
      break
    case 'Literal':
      if (typeof node.value === 'boolean') {
        add(node.start, node.end, String(!node.value), `${node.value} becomes ${!node.value}`)
      }
      break
    case 'UpdateExpression':
      mutateStep(node, add)
      break
    case 'MemberExpression':
      mutateMethod(node, add)
      break
    case 'ExpressionStatement':
      if ((node.expression as Node).type === 'CallExpression' && node.directive == null) {
        add(node.start, node.end, ';', 'the call is gone')
      }
  }
}

function mutateOperator(node: Node, text: string, add: Add): void {
  const { left, right } = node
  const operator = node.operator as string
  const instead = binaries.get(operator)
  if (instead === undefined) return
  const start = text.indexOf(operator, (left as Node).end)
  if (start >= (right as Node).start) return
  add(start, start + operator.length, instead, `${operator} becomes ${instead}`)
}

function mutateStep({ operator, prefix, start, end }: Node, add: Add): void {
  const at = prefix ? start : end - 2
  const instead = operator === '++' ? '--' : '++'
  add(at, at + 2, instead, `${operator} becomes ${instead}`)
}

function mutateMethod({ property, computed }: Node, add: Add): void {
  const { name, start, end } = property as Node
  const instead = computed ? undefined : methods.get(name as string)
  if (instead !== undefined) add(start, end, instead, `${name} becomes ${instead}`)
}
