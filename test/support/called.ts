/**
 * What a call of the API answers, by its method and path: the types of the client (`@malote/client`),
 * which are made from the routes. So a field that an answer does not have does not compile in a test.
 */
import type { ByteStream, List } from '../../client/src/calls.ts'
import type { Calls, calls, ErrorCode, ErrorType } from '../../client/src/generated.ts'

type Operations = typeof calls
type Operation = keyof Operations

/** What an operation gives, by its name (`emails.get`). */
type AnswerOf<Name extends Operation> = Name extends `${infer Group}.${infer Verb}`
  ? Group extends keyof Calls
    ? Verb extends keyof Calls[Group]
      ? Read<Calls[Group][Verb]>
      : never
    : never
  : never
type Read<Call> = Call extends (...given: never[]) => infer Given
  ? Given extends List<infer Item>
    ? { data: Item[]; has_more: boolean }
    : Given extends Promise<ByteStream>
      ? string
      : Awaited<Given>
  : never

/** The words that stand in paths as they are; all else is an id. */
type Word<Path> = Path extends `${infer First}/${infer Rest}`
  ? Word<First> | Word<Rest>
  : Path extends `{${string}`
    ? never
    : Path
type Words = Word<Operations[Operation]['path']>

/** `/v1/emails/msg_1/content?x=1` as `/v1/emails/{}/content`. */
type Shape<Path extends string> = Path extends `${infer Before}?${string}`
  ? Shape<Before>
  : Path extends `${infer First}/${infer Rest}`
    ? `${Segment<First>}/${Shape<Rest>}`
    : Segment<Path>
type First<Path> = Path extends `${infer Part}${'/' | '?'}${string}` ? Part : Path
type Segment<Part extends string> = Part extends Words ? Part : '{}'

type Answers = {
  [Name in Operation as `${Operations[Name]['method']} ${Shape<Operations[Name]['path']>}`]: AnswerOf<Name>
}

/** Of a path that the compiler does not know, and data that callers own. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
type AnyBody = any

/** How the API refuses. */
interface Refusal {
  readonly type: ErrorType
  readonly code: ErrorCode
  readonly message: string
  readonly param: string
  readonly [more: string]: unknown
}

/**
 * An answer as a test reads it: what may be missing is there, what may be one of several has the fields
 * of all. Where it is not as the test says, the test fails by that.
 */
export type Reached<Answer> = unknown extends Answer ? AnyBody : ReachedOf<NonNullable<Answer>>
type Plain = string | number | boolean
type ReachedOf<Answer> =
  | Extract<Answer, Plain>
  | ([Exclude<Answer, Plain>] extends [never]
      ? never
      : Exclude<Answer, Plain> extends readonly (infer Item)[]
        ? Several<Reached<Item>>
        : Fields<Exclude<Answer, Plain>>)
type Fields<Answer> = { [Key in KeyOf<Answer>]: Reached<ValueOf<Answer, Key>> }
type KeyOf<Answer> = Answer extends unknown ? keyof Answer : never
type ValueOf<Answer, Key extends PropertyKey> = Answer extends { [Name in Key]?: infer Value }
  ? Value
  : never
/** As long as a test takes it to be. */
type Several<Item> = [Item, Item, Item, Item, Item, Item, ...Item[]]

export interface Called<Body = AnyBody> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

interface Refused {
  readonly error: Refusal
}

/** What an operation shows, by its name: `Shown<'emails.get'>`. */
export type Shown<Name extends Operation> = Reached<AnswerOf<Name>> & Refused

/** A refusal as tests compare it: its status, its code and what is wrong. */
export const refused = ({ status, body }: Called<Refused>): unknown[] => [
  status,
  body.error?.code,
  body.error?.param,
]

/**
 * Calls the API. Its answers are known where the compiler knows method and path; else of any shape.
 * The type of the body has no name: to compare it by one takes the compiler a minute.
 */
export type Caller<More> = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  more?: More,
) => Promise<
  Called<
    Path extends `/v1/${string}`
      ? `${Method} ${Shape<Path>}` extends infer Key extends keyof Answers
        ? Reached<Answers[Key]> & Refused
        : Path extends `/v1/${infer Rest}`
          ? string extends First<Rest>
            ? AnyBody
            : Refused
          : never
      : AnyBody
  >
>

/** The same for one method, with the body after the path. */
export type Poster = <const Path extends string>(
  path: Path,
  body?: unknown,
) => Promise<
  Called<
    Path extends `/v1/${string}`
      ? `POST ${Shape<Path>}` extends infer Key extends keyof Answers
        ? Reached<Answers[Key]> & Refused
        : Path extends `/v1/${infer Rest}`
          ? string extends First<Rest>
            ? AnyBody
            : Refused
          : never
      : AnyBody
  >
>
