/** The package comes without types. */
declare module 'mjml-browser' {
  interface Compiled {
    readonly html: string
    readonly errors: readonly { line: number; message: string; tagName: string }[]
  }
  export default function compile(source: string, options: object): Promise<Compiled>
}
